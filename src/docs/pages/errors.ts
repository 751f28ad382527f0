import { problems, type ProblemCode } from '../../problems/problems.ts'
import { problemCodesOf, GENERAL_CODES } from '../codes.ts'
import type { Contract, Operation } from '../document.ts'
import { html, type Html } from '../../html.ts'
import { hrefOf, type Page } from '../layout.ts'
import { inline } from '../markdown.ts'
import { pathOf } from './contract.ts'

const ROW = /^\| (\d{3}) \| `[a-z_]+` \| `([A-Z_]+)` \| (.+) \|$/gm

/** Returns the meanings of codes in the contract's description, by code. */
export const meaningsIn = ({ description }: Contract): ReadonlyMap<string, string> =>
  new Map([...description.matchAll(ROW)].map(([, , code, meaning]) => [code!, meaning!]))

/** Renders every error of the platform: its meaning, how to fix it, and the operations that respond with it. */
export function errorsPage(contract: Contract, root: string): Page {
  const meanings = meaningsIn(contract)
  const operationsByCode = Map.groupBy(
    contract.operations.flatMap((operation) =>
      problemCodesOf(operation).map(({ code }) => ({ code, operation })),
    ),
    ({ code }) => code,
  )
  const operationsWith = (code: ProblemCode): readonly Operation[] =>
    (operationsByCode.get(code) ?? []).map(({ operation }) => operation)
  const byStatus = Map.groupBy(
    Object.keys(problems) as ProblemCode[],
    (code) => problems[code].status,
  )
  const statuses = [...byStatus].toSorted(([a], [b]) => a - b)
  return {
    path: 'errors',
    title: 'Error codes',
    about: `All ${Object.keys(problems).length} error codes of the platform, what they mean and how to fix them.`,
    content: html`<h1>Error codes</h1>
<p class="lead">Every error has a stable <code>code</code>, and a message that says what happened and how to fix it.</p>
<p>An error is a JSON object: <code>error</code> is the class; <code>code</code> is the exact cause, and its meaning never changes; <code>message</code> explains it to people, possibly with details
of the occurrence; <code>request_id</code> identifies the request for support; and validation errors list <code>issues</code>. Plan and quota errors (402) add <code>required_plan</code>,
<code>upgrade_url</code> and, for quotas, <code>current_usage</code>.</p>
<ul class="page-links">${statuses.map(([status, codes]) => html`<li><a href="#status-${status}"><span class="status">${status}</span> ${problems[codes[0]!].error}</a></li>`)}</ul>
${statuses.map(
  ([
    status,
    codes,
  ]) => html`<h2 id="status-${status}">${status} <code>${problems[codes[0]!].error}</code></h2>
${codes.map((code) => entry(code, meanings.get(code) ?? '', operationsWith(code), contract, root))}`,
)}`,
  }
}

function entry(
  code: ProblemCode,
  meaning: string,
  operations: readonly Operation[],
  contract: Contract,
  root: string,
): Html {
  return html`<section class="code" id="${code}"><h3><code>${code}</code> <a class="anchor" href="#${code}" aria-label="Link to ${code}">#</a></h3>
<p>${inline(sentence(meaning))}</p>
<p class="message"><strong>Message:</strong> ${inline(problems[code].message)}</p>
${operationsOf(code, operations, contract, root)}</section>
`
}

function operationsOf(
  code: ProblemCode,
  operations: readonly Operation[],
  contract: Contract,
  root: string,
): Html {
  if (GENERAL_CODES.includes(code))
    return html`<p class="small">Any request can receive this error.</p>`
  const links = html`<ul class="codes">${operations.map((operation) => html`<li><a href="${hrefOf(root, pathOf(contract, operation))}"><code>${operation.id}</code></a></li>`)}</ul>`
  return operations.length <= 6
    ? links
    : html`<details><summary>${operations.length} operations</summary>${links}</details>`
}

export const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
