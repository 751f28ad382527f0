import { html, Html } from '../html.ts'

/** The content of a page, without the layout around it. */
export interface Page {
  /** The path under `/docs`: empty for the overview, else without a leading slash. */
  readonly path: string
  readonly title: string
  /** A description in one sentence, for search engines and for the search of these pages. */
  readonly about: string
  readonly content: Html
}

export interface Link {
  readonly path: string
  readonly title: string
}
interface Section {
  readonly title: string
  readonly links: readonly Link[]
}

/** The common parts of all pages: the address of `/docs` and the navigation. */
export interface Layout {
  readonly root: string
  readonly sections: readonly Section[]
  readonly version: string
}

/** Returns the address of a path under `/docs`. */
export const hrefOf = (root: string, path: string): string =>
  path === '' || path.startsWith('#') ? root + path : `${root}/${path}`

/** Returns the title for the browser tab. It names the section, because several sections have a page about the same subject. */
function tabTitle(sections: readonly Section[], path: string, title: string): string {
  if (path === '') return 'Agent Registry'
  const section = sections.find(({ links }) => links.some((link) => link.path === path))
  const isNamed = section !== undefined && section.title !== title
  return `${title}${isNamed ? ` · ${section.title}` : ''} – Agent Registry`
}

/** The tag is not part of the template, because the bundler escapes `</script` in templates, in case the code is inlined into a page. */
const END_OF_SCRIPT = new Html('</script>')

/** Renders a complete HTML document: skip link, header with the search, navigation, and the page. */
export function renderPage(
  { root, sections, version }: Layout,
  { path, title, about, content }: Page,
  query = '',
): string {
  const link = (target: Link) =>
    html`<li><a href="${hrefOf(root, target.path)}"${target.path === path && html` aria-current="page"`}>${target.title}</a></li>`
  const contents = sections.map(
    (section) => html`<h2>${section.title}</h2>
<ul>${section.links.map(link)}</ul>
`,
  )
  return html`${new Html('<!DOCTYPE html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${about}">
<title>${tabTitle(sections, path, title)}</title>
<link rel="stylesheet" href="${hrefOf(root, 'docs.css')}">
<script src="${hrefOf(root, 'docs.js')}">${END_OF_SCRIPT}
<link rel="icon" href="${hrefOf(root, 'icon.svg')}" type="image/svg+xml">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="${root}"><img src="${hrefOf(root, 'icon.svg')}" alt="" width="28" height="28"> Agent Registry <span class="version">${version}</span></a>
<form role="search" action="${hrefOf(root, 'search')}" method="get">
<label class="hidden" for="q">Search operations, codes and guides</label>
<input id="q" name="q" type="search" maxlength="100" placeholder="Search operations and codes" value="${query}">
<button type="submit">Search</button>
</form>
</header>
<div class="page">
<nav aria-label="Contents">
<details class="contents"><summary>Contents</summary>
${contents}</details>
<div class="contents wide">
${contents}</div>
</nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>
</body>
</html>
`.text
}
