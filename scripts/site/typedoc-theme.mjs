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

const raw = (html) => JSX.createElement(JSX.Raw, { html });

class Context extends DefaultThemeRenderContext {
  constructor(...given) {
    super(...given);
    const { defaultLayout, toolbar } = this;
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

  /** A part of the page, with links that lead from the documents to the page. */
  partOfPage(tag) {
    return inPage(tag)
      .replaceAll('href="#', `href="${this.relativeURL("../")}#`)
      .replaceAll('href="./docs/', `href="${this.relativeURL("./")}`);
  }

  /** The header of the page, with the search and the menu of TypeDoc's header before the views of the page. */
  headerAround(toolbar) {
    const [brand, views] = this.partOfPage("header").split(/(?=<nav)/);
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
  }
}
