import { readFileSync } from 'node:fs'
import { html, type Html } from '../../html.ts'
import type { Contract } from '../document.ts'
import { hrefOf, type Page } from '../layout.ts'
import { NAMES, pathOf } from './contract.ts'

interface Changes {
  readonly name: keyof typeof NAMES
  readonly since: string
  readonly version: string
  readonly differences: readonly {
    readonly where: string
    readonly what: string
    readonly breaking: boolean
  }[]
}

/** Renders the changes to each contract since the release before its current version. */
export function changesPage(contracts: readonly Contract[], root: string): Page {
  const contract_changes = JSON.parse(
    readFileSync(new URL('../../../generated/changes.json', import.meta.url), 'utf8'),
  ) as readonly Changes[]
  return {
    path: 'changes',
    title: 'Changes to the contracts',
    about:
      'What changed in each contract since the previous release, and what clients can rely on.',
    content: html`<h1>Changes to the contracts</h1>
<p class="lead">Within a major version, contracts change only in compatible ways.</p>
<p>An operation or field that will be removed is first marked <code>deprecated</code>, and its responses carry <code>Deprecation</code> and <code>Sunset</code> for at least twelve months. Every change is compared with the last
release before it is accepted, operation by operation; a breaking change requires a new major version. New fields can be added to responses at any time; ignore those you do not recognize.</p>
${contract_changes.map((changes) => section(changes, contracts, root))}`,
  }
}

function section(
  { name, since, version, differences }: Changes,
  contracts: readonly Contract[],
  root: string,
): Html {
  const contract = contracts.find((one) => one.name === name)!
  const rows = [...Map.groupBy(differences, ({ where }) => where)].map(
    ([
      where,
      changes,
    ]) => html`<tr><td>${operationOf(contract, where, root)}</td><td><ul class="changes">${changes.map(
      ({ what, breaking }) =>
        html`<li>${what}${breaking && html` <span class="required">breaks clients</span>`}</li>`,
    )}</ul></td></tr>
`,
  )
  return html`<h2 id="${name}">${NAMES[name]} ${version}</h2>
${rows.length === 0 ? html`<p>Nothing changed since ${since}.</p>` : html`<p>Since ${since}:</p><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Where</th><th scope="col">What</th></tr></thead><tbody>${rows}</tbody></table></div>`}`
}

/** Shows the operation of a change with a link to its description. A removed operation has none. */
function operationOf(contract: Contract, where: string, root: string): Html {
  const operation = contract.operations.find(({ method, path }) => `${method} ${path}` === where)
  const shown = html`<code>${where}</code>`
  return operation
    ? html`<a href="${hrefOf(root, pathOf(contract, operation))}">${shown}</a>`
    : shown
}
