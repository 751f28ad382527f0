import { readFileSync } from 'node:fs'
import { html } from '../../html.ts'
import { hrefOf, type Page } from '../layout.ts'
import { markdown } from '../markdown.ts'

const FOLDER = new URL('../../../docs/', import.meta.url)

/** Files that are also pages, in reading order. `file` is relative to `docs/`, and `path` is the address of the page. */
export const GUIDES = [
  { path: 'guides/register', file: 'guides/register.md', title: 'Register an agent' },
  { path: 'guides/install', file: 'guides/install.md', title: 'Install an agent' },
  { path: 'guides/heartbeat', file: 'guides/heartbeat.md', title: 'Heartbeats and leases' },
  { path: 'guides/trust', file: 'guides/trust.md', title: 'Trust' },
  { path: 'guides/conformance', file: 'guides/conformance.md', title: 'Conformance' },
] as const
export const MANUALS = [
  { path: 'manuals/agents', file: 'agents.md', title: 'Writing an agent' },
  { path: 'manuals/sdks', file: 'sdks.md', title: 'Client SDKs' },
  { path: 'manuals/operating', file: 'operating.md', title: 'Operating the registry' },
  { path: 'manuals/capacity', file: 'capacity.md', title: 'Capacity' },
  { path: 'manuals/compliance', file: 'compliance.md', title: 'Compliance reports' },
  { path: 'flows', file: '../flows/README.md', title: 'Flows' },
] as const
const page = (name: string, title: string) => ({
  path: `specification/${name}`,
  file: `specification/${name}.md`,
  title,
})
/** The specification of the project, one page per subject. */
export const SPECIFICATION = [
  { path: 'specification', file: 'specification/README.md', title: 'About the specification' },
  page('glossary', 'Glossary'),
  page('http', 'HTTP and errors'),
  page('organizations', 'Organizations'),
  page('agents', 'Agents'),
  page('search', 'Search'),
  page('installations', 'Installations'),
  page('policies', 'Policies'),
  page('tasks', 'Tasks'),
  page('agent-protocol', 'Agent protocol'),
  page('a2a', 'A2A'),
  page('mcp', 'MCP'),
  page('bridge', 'Bridges'),
  page('trust', 'Trust between tenants'),
  page('transparency', 'Transparency'),
  page('audit', 'Audit'),
  page('images', 'Images'),
  page('support', 'Support'),
  page('compliance', 'Compliance'),
  page('tracing', 'Tracing'),
  page('storage', 'Storage'),
  page('sharding', 'Sharding'),
] as const
const flow = (name: string) => ({
  path: `flows/${name}.arazzo.yaml`,
  file: `../flows/${name}.arazzo.yaml`,
  type: 'application/yaml',
})
/** Files that the pages show or link to. */
export const ATTACHMENTS = [
  { path: 'compliance-report.png', file: 'compliance-report.png', type: 'image/png' },
  { path: 'load-report.png', file: 'load-report.png', type: 'image/png' },
  ...['register', 'install', 'sign-in', 'route', 'plans'].map(flow),
]

export type Text =
  | (typeof GUIDES)[number]
  | (typeof MANUALS)[number]
  | (typeof SPECIFICATION)[number]

/** Renders a Markdown file as a page. Links to files that the pages show or serve lead there; of links to others, only the text remains. */
export function guidePage({ path, file, title }: Text, root: string): Page {
  const text = readFileSync(new URL(file, FOLDER), 'utf8')
  const { body } = markdown(text, (href) => resolveLink(href, file, root))
  return {
    path,
    title,
    about: firstSentence(text) ?? title,
    content: html`<div class="prose">${body}</div>`,
  }
}

/** Returns the first sentence of the first paragraph, without markup. */
const firstSentence = (text: string): string | undefined =>
  /\n\n([A-Z][^]+?[.:])\s/
    .exec(text)?.[1]!
    .replaceAll(/[`*[\]]|\(\S+?\)/g, '')
    .replaceAll(/\s+/g, ' ')

export const attachmentOf = (file: string): Buffer => readFileSync(new URL(file, FOLDER))

/** Returns the address under which the pages serve a linked file, or undefined if they do not. */
function resolveLink(href: string, file: string, root: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  const { pathname, hash } = new URL(href, `file:///docs/${file}`)
  const target = [...GUIDES, ...MANUALS, ...SPECIFICATION, ...ATTACHMENTS].find(
    (served) => new URL(served.file, 'file:///docs/').pathname === pathname,
  )
  if (target) return hrefOf(root, target.path) + hash
  return PAGES_OF_FILES[pathname] && hrefOf(root, PAGES_OF_FILES[pathname]) + hash
}

/** Maps the contracts to the pages that show them. */
const PAGES_OF_FILES: Readonly<Record<string, string>> = {
  '/openapi.yaml': 'platform',
  '/a2a.openapi.yaml': 'agent',
}
