import { readFileSync } from 'node:fs'
import type { Contracts } from '../contracts.ts'
import { readContract } from './document.ts'
import { html, type Html } from '../html.ts'
import { hrefOf, renderPage, type Layout, type Link, type Page } from './layout.ts'
import { changesPage } from './pages/changes.ts'
import { contractPages, NAMES, titleOf } from './pages/contract.ts'
import { errorsPage } from './pages/errors.ts'
import {
  attachmentOf,
  ATTACHMENTS,
  guidePage,
  GUIDES,
  MANUALS,
  SPECIFICATION,
} from './pages/guides.ts'
import { limitsPage } from './pages/limits.ts'
import { overviewPage } from './pages/overview.ts'
import { searchEntries, searchPage, titledLike, type Entry } from './pages/search.ts'

/** A page or an asset. */
export interface Resource {
  readonly type: string
  readonly content: string | Buffer
}

/** The pages under `/docs`, made from the contracts and from the Markdown files in `docs/`. */
export interface Site {
  /** The paths under `/docs` of all pages and assets except the search. The path of the overview is empty. */
  readonly paths: readonly string[]
  resource(path: string): Resource | undefined
  search(query: string): Resource
  /** Returns the page for a path that does not exist. */
  notFound(path: string): Resource
}

export interface SiteSettings {
  readonly contracts: Contracts
  /** The path of `/docs`, as links use it. */
  readonly root: string
  readonly version: string
}

/** Renders all pages, which takes a fraction of a second. */
export function createSite({ contracts, root, version }: SiteSettings): Site {
  const read = (['platform', 'agent'] as const).map((name) =>
    readContract(name, contracts(name, '3.0').document),
  )
  const reference = read.map((contract) => ({ contract, pages: contractPages(contract, root) }))
  const guides = GUIDES.map((text) => guidePage(text, root))
  const manuals = MANUALS.map((text) => guidePage(text, root))
  const specification = SPECIFICATION.map((text) => guidePage(text, root))
  const tables = [errorsPage(read[0]!, root), limitsPage(read[0]!, root), changesPage(read, root)]
  const pages: readonly Page[] = [
    overviewPage(read, root),
    ...guides,
    ...reference.flatMap((part) => part.pages),
    ...tables,
    ...manuals,
    ...specification,
  ]
  const layout: Layout = {
    root,
    version,
    sections: [
      { title: 'Start', links: [{ path: '', title: 'Overview' }, ...guides] },
      ...reference.map(({ contract: { name, tags } }) => ({
        title: NAMES[name],
        links: [
          { path: name, title: 'Introduction' },
          ...tags.map((tag): Link => ({ path: `${name}/${tag.name}`, title: titleOf(tag.name) })),
        ],
      })),
      { title: 'Reference', links: [...tables, ...manuals] },
      { title: 'Specification', links: specification },
    ],
  }
  const entries = searchEntries(read, pages)
  const render = (page: Page, query?: string): Resource => ({
    type: 'text/html; charset=utf-8',
    content: renderPage(layout, page, query),
  })
  const resources = new Map<string, Resource>([
    ...pages.map((page) => [page.path, render(page)] as const),
    ...assets(),
  ])
  return {
    paths: [...resources.keys()],
    resource: (path) => resources.get(path),
    search: (query) => render(searchPage(entries, query, root), query),
    notFound: (path) =>
      render({
        path: '-',
        title: 'Page not found',
        about: 'There is no such page.',
        content: notFoundContent(path, titledLike(entries, path), root),
      }),
  }
}

/** Says which page does not exist, and where to go: to pages with the words of its path, the documentation or the dashboard. */
function notFoundContent(path: string, similar: readonly Entry[], root: string): Html {
  const suggestions = similar.map(
    (entry) =>
      html`<li><a href="${hrefOf(root, entry.path)}">${entry.title}</a><br>${entry.about}</li>`,
  )
  return html`<h1>Page not found</h1>
<p class="lead">The documentation has no page <code>${path}</code>.</p>
${suggestions.length > 0 && html`<p>Did you mean one of these?</p><ol class="found">${suggestions}</ol>`}
<p>Search above, or go to the <a href="${root}">overview of the documentation</a>, to the <a href="${hrefOf(root, 'platform')}">API reference</a> or to the <a href="${root.replace(/docs$/, '')}">dashboard</a>.</p>`
}

function assets(): readonly (readonly [string, Resource])[] {
  const asset = (name: string, type: string) =>
    [name, { type, content: readFileSync(new URL(`assets/${name}`, import.meta.url)) }] as const
  return [
    asset('docs.css', 'text/css; charset=utf-8'),
    asset('docs.js', 'text/javascript; charset=utf-8'),
    asset('icon.svg', 'image/svg+xml'),
    ...ATTACHMENTS.map(
      ({ path, file, type }) => [path, { type, content: attachmentOf(file) }] as const,
    ),
  ]
}
