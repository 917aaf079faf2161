// The theme of the documents: the header and the footer of the page, around the content that TypeDoc draws.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DefaultTheme, DefaultThemeRenderContext, JSX } from "typedoc";
import { root } from "../run.mjs";

const page = readFileSync(join(root, "www", "index.html"), "utf8");

/** The content of an element of the page. */
const inPage = (tag) => page.match(new RegExp(`<${tag}>([^]*?)</${tag}>`))[1];

/** The tags of the page's head that name its colours. */
const colours = page.match(/<meta name="(color-scheme|theme-color)"[^>]*>/g).join("");

/** The first element of a tree that has an attribute with a value. */
function find(tree, name, value) {
  if (Array.isArray(tree)) return tree.map((child) => find(child, name, value)).find(Boolean);
  return tree?.props?.[name] === value ? tree : tree?.children && find(tree.children, name, value);
}

/** An ID of a service in the text of code: 17 to 19 digits, or a UUID. */
const ID = /(?<![\w.-])(\d{17,19}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\d.-])(?=[^<>]*<)/g;

const raw = (html) => JSX.createElement(JSX.Raw, { html });

class Context extends DefaultThemeRenderContext {
  constructor(...given) {
    super(...given);
    const { defaultLayout, markdown, toolbar } = this;
    this.markdown = (text) => this.withReader(markdown(text));
    this.defaultLayout = (template, event) => {
      const layout = defaultLayout(template, event);
      Object.assign(find(layout, "class", "col-content"), { tag: "main", props: { id: "main", class: "col-content" } });
      const menu = find(layout, "class", "page-menu");
      Object.assign(menu, { tag: "nav", props: { class: "page-menu", "aria-label": "On this page" } });
      find(layout, "class", "tsd-navigation").props["aria-label"] = "Documents";
      return layout;
    };
    this.toolbar = (event) => this.headerAround(toolbar(event));
  }

  /** HTML whose IDs in code are links to the reader. Blocks of code scroll, so they get the focus. */
  withReader(html) {
    const link = `<a href="${this.relativeURL("../")}#read?id=$1">$1</a>`;
    return html
      .replace(/<code[^]*?<\/code>/g, (code) => code.replace(ID, link))
      .replaceAll("<pre><code", '<pre><code tabindex="0"');
  }

  /** Links to the documents before and after this one. */
  neighbours() {
    const { model, project } = this.page;
    const at = project.documents.indexOf(model);
    if (at < 0) return JSX.createElement(JSX.Fragment, null);
    const link = (rel, document) =>
      document && JSX.createElement("a", { rel, href: this.urlTo(document) }, document.name);
    return JSX.createElement(
      "nav",
      { class: "neighbours", "aria-label": "Previous and next" },
      link("prev", project.documents[at - 1]),
      link("next", project.documents[at + 1]),
    );
  }

  /** A part of the page, with links that lead from the documents to the page. */
  partOfPage(tag) {
    return inPage(tag)
      .replaceAll('href="#', `href="${this.relativeURL("../")}#`)
      .replaceAll('href="./docs/', `href="${this.relativeURL("./")}`);
  }

  /** The header of the page, with the search and the menu of TypeDoc's header before the views of the page. */
  headerAround(toolbar) {
    const [brand, views] = this.partOfPage("header")
      .replace(/(?=href="[^"]*">Docs)/, 'aria-current="true" ')
      .split(/(?=<nav)/);
    const search = find(toolbar, "id", "tsd-search-trigger");
    search.props = { id: search.props.id, type: "button" };
    search.children = ["Search"];
    return JSX.createElement(
      JSX.Fragment,
      null,
      JSX.createElement("a", { class: "skip", href: "#main" }, "Skip to the document"),
      JSX.createElement(
        "header",
        null,
        raw(brand),
        search,
        find(toolbar, "id", "tsd-toolbar-menu-trigger"),
        raw(views),
      ),
      find(toolbar, "id", "tsd-search"),
    );
  }

  footer = () => JSX.createElement("footer", null, raw(this.partOfPage("footer")));

  /** There are no settings: the system chooses the colours, as in the page. */
  settings = () => JSX.createElement(JSX.Fragment, null);
}

/** TypeDoc's theme with the header and the footer of the page. */
export class PageTheme extends DefaultTheme {
  ContextClass = Context;

  constructor(renderer) {
    super(renderer);
    renderer.hooks.on("head.end", () => raw(colours));
    renderer.hooks.on("content.end", (context) => context.neighbours());
  }
}
