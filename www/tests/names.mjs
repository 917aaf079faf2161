// Runs in the page: which names of fields in the ruler are cut, at any width of the page.

/** Returns the names of which a part is drawn, and a part is not. */
export function cutNames() {
  const cut = new Set();
  const main = document.querySelector("main");
  for (let width = 300; width <= main.parentElement.clientWidth; width += 20) {
    main.style.width = `${width}px`;
    for (const name of document.querySelectorAll(".names b")) {
      const [shown, box] = [name.getBoundingClientRect(), name.parentElement.getBoundingClientRect()];
      // A name that is below its box is hidden as a whole.
      if (shown.width === 0 || shown.top >= box.bottom) continue;
      const isCut =
        name.scrollWidth > name.clientWidth || shown.right > box.right + 0.5 || shown.bottom > box.bottom + 0.5;
      if (isCut) cut.add(`${name.innerText} at ${width} px`);
    }
  }
  main.style.width = "";
  return [...cut];
}
