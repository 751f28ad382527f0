import type { Contract } from '../document.ts'
import { html, type Html } from '../../html.ts'
import { hrefOf, type Page } from '../layout.ts'
import { inline, markdown } from '../markdown.ts'
import { operationSection } from '../operation.ts'

/** Titles of the contracts. */
export const NAMES = { platform: 'Platform API', agent: 'Agent API' } as const

/** Renders the pages of a contract: its introduction with a list of all operations, and one page per tag. */
export function contractPages(contract: Contract, root: string): readonly Page[] {
  return [introduction(contract, root), ...contract.tags.map((tag) => tagPage(contract, tag, root))]
}

const tagPath = ({ name }: Contract, tag: string): string => `${name}/${tag}`

/** Returns the path of the description of an operation. */
export const pathOf = (
  contract: Contract,
  { tag, id }: { readonly tag: string; readonly id: string },
): string => `${tagPath(contract, tag)}#${id}`

/** Returns the title of a tag: `Install tokens` for `install-tokens`. */
export const titleOf = (tag: string): string => {
  const words = tag.replaceAll('-', ' ')
  return words === 'a2a' ? 'A2A' : words[0]!.toUpperCase() + words.slice(1)
}

function introduction(contract: Contract, root: string): Page {
  const { name, title, version, description } = contract
  const { body, headings } = markdown(description)
  const lead = `Credentials, conventions and all ${contract.operations.length} operations.`
  return {
    path: name,
    title: NAMES[name],
    about: `${title}: ${lead.charAt(0).toLowerCase()}${lead.slice(1)}`,
    content: html`<h1>${NAMES[name]} <span class="version">${version}</span></h1>
<p class="lead">${lead}</p>
${name === 'platform' && downloads(contract, root)}
<nav class="toc" aria-label="On this page"><ul>${headings.map(({ id, title: heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}<li><a href="#operations">All operations</a></li></ul></nav>
<div class="prose">${body}</div>
<h2 id="operations">All operations</h2>
${operationList(contract, root)}`,
  }
}

function downloads({ base_url }: Contract, root: string): Html {
  return html`<p>Base URL <code>${base_url}</code>. For tools: <a href="${base_url}/openapi.json">JSON</a> or <a href="${base_url}/openapi.yaml">YAML</a> in OpenAPI 3.0,
<a href="${base_url}/openapi.json?version=3.1">JSON</a> or <a href="${base_url}/openapi.yaml?version=3.1">YAML</a> in 3.1; add <code>document=agent</code> for the agents’ contract, and <code>for=sdk</code>, <code>for=fuzzing</code> or <code>for=validation</code> for <a href="${hrefOf(root, 'specification/http')}#documents-for-tools">tools that need a variant of the document</a>.</p>`
}

/** Renders all operations by tag, with links to their descriptions. */
export function operationList(contract: Contract, root: string): Html {
  const groups = contract.tags.map(
    (
      tag,
    ) => html`<tbody><tr><th colspan="3" scope="rowgroup"><a href="${hrefOf(root, tagPath(contract, tag.name))}">${titleOf(tag.name)}</a></th></tr>
${contract.operations
  .filter((operation) => operation.tag === tag.name)
  .map(
    (
      operation,
    ) => html`<tr><td><span class="method ${operation.method.toLowerCase()}">${operation.method}</span></td>
<td><a href="${hrefOf(root, pathOf(contract, operation))}"><code>${operation.path}</code></a></td><td>${operation.summary}${operation.plan !== undefined && html` <span class="badge">${operation.plan}</span>`}</td></tr>
`,
  )}</tbody>`,
  )
  return html`<div class="scroll" tabindex="0"><table class="operations">${groups}</table></div>`
}

function tagPage(
  contract: Contract,
  { name, description }: Contract['tags'][number],
  root: string,
): Page {
  const operations = contract.operations.filter(({ tag }) => tag === name)
  return {
    path: tagPath(contract, name),
    title: titleOf(name),
    about: description,
    content: html`<h1>${titleOf(name)}</h1>
<p class="lead">${inline(description)}</p>
<ul class="page-links">${operations.map(({ id, method, path }) => html`<li><a href="#${id}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></a></li>`)}</ul>
${operations.map((operation) => operationSection(contract, operation, root))}`,
  }
}
