import { problemCodesOf } from './codes.ts'
import {
  examplesOf,
  type Contract,
  type Media,
  type Operation,
  type Parameter,
  type Response,
} from './document.ts'
import { html, type Html } from '../html.ts'
import { hrefOf } from './layout.ts'
import { inline, markdown } from './markdown.ts'
import { json, listing, requestListing } from './samples.ts'
import { requestOf } from './samples/request.ts'
import { boundsOf, membersOf, typeOf } from './schema.ts'

/** Renders an operation: its description on one side, sample requests and responses on the other. */
export function operationSection(contract: Contract, operation: Operation, root: string): Html {
  const { id, summary, description, deprecated, method, path, extension } = operation
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${summary} <a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a></h2>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${withBreaks(path)}</code></p>
<div class="columns"><div class="description">
${deprecated && html`<p class="note">Deprecated.</p>`}
${markdown(description).body}
${propertiesOf(contract, operation)}
${parametersOf(contract, operation.parameters)}
${bodyOf(contract, operation.body)}
${responsesOf(contract, operation, root)}
</div><div class="samples">
${requestListing(id, requestOf(contract, operation))}
${operation.responses
  .filter(({ status }) => status.startsWith('2'))
  .toReversed()
  .map(({ status, response }) => samplesOf(contract, status, response))}
<p class="small"><code>${id}</code>${extension && ' · not part of the base interface'}</p>
</div></div>
</section>
`
}

/** Lets a long path break before a segment. */
const withBreaks = (path: string): Html =>
  html`${path
    .split('/')
    .slice(1)
    .map((segment) => html`<wbr>/${segment}`)}`

function propertiesOf(contract: Contract, { security, plan, scope, audit }: Operation): Html {
  const credential =
    security.length === 0
      ? html`none`
      : html`${security.map((schemes, index) => html`${index > 0 && ' or '}${schemes.map((scheme, position) => html`${position > 0 && ' and '}${credentialOf(contract, scheme)}`)}`)}`
  const properties: readonly (readonly [string, Html | undefined | false])[] = [
    ['Credential', credential],
    ['Plan', plan !== undefined && html`<span class="badge">${plan}</span> or higher`],
    ['Scope', scope !== undefined && html`<code>${scope}</code>`],
    [
      'Audit records',
      audit.length > 0 &&
        html`${audit.map((kind, index) => html`${index > 0 && ', '}<code>${kind}</code>`)}`,
    ],
  ]
  return html`<dl class="properties">${properties.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** Renders the credential of a security scheme: the name of its header or cookie, or the prefix of its bearer tokens. */
function credentialOf({ schemes }: Contract, name: string): Html {
  const { type, name: header = '', bearerFormat = '' } = schemes[name]!
  return type === 'apiKey'
    ? html`<code>${header}</code>`
    : html`<code>Bearer ${bearerFormat}…</code>`
}

function parametersOf(contract: Contract, parameters: readonly Parameter[]): Html | undefined {
  if (parameters.length === 0) return undefined
  return html`<h3>Parameters</h3><dl class="members">${parameters.map(
    ({ name, in: location, required, description = '', schema }) => html`<div>
<dt><code class="name">${name}</code> <span class="type">${typeOf(contract, schema)} in ${location}</span>${required === true && html` <span class="required">required</span>`}</dt>
<dd><p>${inline(description)}</p>${boundsOf(contract, schema)}</dd></div>`,
  )}</dl>`
}

function bodyOf(contract: Contract, body: Media | undefined): Html | undefined {
  if (!body?.schema) return undefined
  return html`<h3>Body <span class="type">application/json</span></h3>${membersOf(contract, body.schema) ?? html`<p>${typeOf(contract, body.schema)}</p>`}`
}

function responsesOf(contract: Contract, operation: Operation, root: string): Html {
  const [successes, errors] = [true, false].map((success) =>
    operation.responses.filter(({ status }) => /^[23]/.test(status) === success),
  )
  return html`<h3>Responses</h3>
${successes!.map(({ status, response }) => html`<div class="response"><p><span class="status ok">${status}</span> ${inline(response.description)}</p>${contentOf(contract, response)}</div>`)}
<table class="errors"><thead><tr><th scope="col">Status</th><th scope="col">When</th></tr></thead><tbody>
${errors!.map(
  ({
    status,
    response,
  }) => html`<tr><th scope="row"><span class="status">${status}</span></th><td>${inline(response.description)}${codeLinks(contract, operation, Number(status), root)}</td></tr>
`,
)}</tbody></table>`
}

function contentOf(contract: Contract, { content = {} }: Response): Html | undefined {
  const parts = Object.entries(content).map(([type, { schema }]) => {
    const members = schema && membersOf(contract, schema)
    return html`${members ? html`<details><summary>Response fields <span class="type">${type}</span></summary>${members}</details>` : html`<p class="type">${type}</p>`}`
  })
  return parts.length === 0 ? undefined : html`${parts}`
}

/** Lists the problem codes of a status. The contract of agents documents only statuses. */
function codeLinks(
  { name }: Contract,
  operation: Operation,
  status: number,
  root: string,
): Html | undefined {
  if (name !== 'platform') return undefined
  const codes = problemCodesOf(operation).filter(
    ({ status: code_status }) => code_status === status,
  )
  return html`<ul class="codes">${codes.map(({ code }) => html`<li><a href="${hrefOf(root, `errors#${code}`)}"><code>${code}</code></a></li>`)}</ul>`
}

function samplesOf(contract: Contract, status: string, response: Response): readonly Html[] {
  const shown = examplesOf(contract, response.content?.['application/json']).slice(0, 2)
  if (shown.length > 0)
    return shown.map(({ summary = '', value }) => listing(`${status} – ${summary}`, json(value)))
  return response.content ? [] : [listing(`${status}`, html`No content`)]
}
