import { leaseLimit, type RateLimit } from '../../auth/rate-limiter.ts'
import * as limits from '../../auth/limits.ts'
import {
  PLANS,
  QUOTAS,
  CONCURRENCY_LIMITS,
  type Plan,
  type Resource,
} from '../../domain/organizations/plans.ts'
import type { Contract } from '../document.ts'
import { html, type Html } from '../../html.ts'
import { hrefOf, type Page } from '../layout.ts'
import { pathOf } from './contract.ts'

const perPlan = (limitOf: Readonly<Record<Plan, RateLimit>>, whatOn: (plan: Plan) => string) =>
  PLANS.map((plan) => [limitOf[plan], whatOn(plan)] as const)

const RATE_LIMITS: readonly (readonly [limit: RateLimit, what: string])[] = [
  [limits.API_KEY, 'Requests with one API key'],
  [limits.ADMIN_SESSION, 'Requests from one admin session'],
  [limits.RUNTIME_TOKEN, 'Requests from one installation, other than heartbeats'],
  [
    leaseLimit(60),
    'Heartbeats of one installation, here with the default interval of 60 seconds; the window is eighteen intervals, and after a revocation 90 seconds',
  ],
  ...perPlan(
    limits.ORGANIZATION,
    (plan) => `Requests with the API keys and sessions of one organization on the ${plan} plan`,
  ),
  ...perPlan(
    limits.INSTALLATIONS,
    (plan) =>
      `Requests from the installations of one organization on the ${plan} plan, other than heartbeats and trust requests`,
  ),
  ...perPlan(
    limits.VERIFICATIONS,
    (plan) => `Trust requests from the installations of one organization on the ${plan} plan`,
  ),
  [limits.PIN_PER_EMAIL, 'PINs requested for one e-mail address from one IP address'],
  [limits.PIN_PER_EMAIL_A_DAY, 'The same, per day'],
  [
    limits.PIN_MAILS,
    'PIN e-mails to one address, requested from IP addresses that have not signed in with it; above that, none is sent',
  ],
  [
    limits.SIGNED_IN,
    'Not a limit: an IP address that has signed in with an e-mail address is remembered for this long',
  ],
  [limits.PIN_PER_ADDRESS, 'PINs requested from one IP address'],
  [
    limits.FAILED_TOKENS,
    'Failed bootstraps and refreshes from one IP address; successes do not count',
  ],
  [
    limits.REFUSED_BODIES,
    'Rejected request bodies from one IP address, for operations without a credential in a header',
  ],
  [limits.AGENT_CHANGES, 'Registrations and updates of agents by one organization'],
  [limits.LOG_READS, 'Reads of the transparency log from one IP address'],
  [limits.SUPPORT_REQUESTS, 'Support requests from one organization'],
  [limits.INVITATIONS_PER_ORGANIZATION, 'Invitations that one organization creates'],
  [
    limits.INVITATIONS_PER_ORGANIZATION_AND_ADDRESS,
    'Invitations that one organization creates for one e-mail address',
  ],
  [
    limits.INVITATION_MAILS_PER_ADDRESS,
    'Invitation e-mails to one address; above that, the invitation is created without an e-mail',
  ],
  [
    limits.CONFIRMATIONS_PER_ADDRESS,
    'Confirmations of support requests sent to one address; above that, none is sent',
  ],
  [
    limits.CONFIRMATIONS_PER_ORGANIZATION,
    'Confirmations of support requests from one organization',
  ],
]
const RESOURCES: Readonly<Record<Resource, string>> = {
  workspaces: 'Workspaces',
  agents: 'Agents',
  installations: 'Installations seen within 7 days',
  install_tokens: 'Unused install tokens',
  api_keys: 'API keys, neither revoked nor expired',
  stored_bytes: 'Stored bytes',
}

/** Renders, from the code's own tables, the rate limits, the quotas and the plans that operations require. */
export function limitsPage(contract: Contract, root: string): Page {
  return {
    path: 'limits',
    title: 'Limits and quotas',
    about: 'Rate limits, quotas of the plans, and which operations need which plan.',
    content: html`<h1>Limits and quotas</h1>
<p class="lead">Rate limits, quotas, and the operations that require a plan.</p>
<h2 id="rate-limits">Rate limits</h2>
<p>Every response to a rate-limited request says how much of the limit is left: <code>RateLimit: "api-key";r=180;t=42</code> means that 180 requests are left and that the full limit is available again after 42 seconds;
<code>RateLimit-Policy</code> names the limit and the window. Above the limit, the response is <a href="${hrefOf(root, 'errors#RATE_LIMITED')}"><code>RATE_LIMITED</code></a> with <code>Retry-After</code>.
A rate limit never causes a lease to expire. The limits of a sandbox are a thousand times higher.</p>
${table(
  ['Name', 'Limit', 'What is counted'],
  RATE_LIMITS.map(([{ name, limit, window_s }, what]) => [
    html`<code>${name}</code>`,
    html`<span class="nowrap">${limit} in ${windowOf(window_s)}</span>`,
    html`${what}`,
  ]),
)}
<h2 id="quotas">Quotas</h2>
<p>Each quota is checked when one of its resources is created; installations when an install token is created and again at bootstrap. Stored bytes are checked in all these cases, when a dispute is opened, when an image scan, an export or support is requested, and when the details of an agent or the labels of an installation become larger; everything else that is stored, such as policies, counts too but is never refused. Above a quota, the response is a 402 with <code>current_usage</code>, and nothing is consumed: an install token can be used again later.</p>
${table(
  ['', ...PLANS],
  (Object.keys(QUOTAS) as Resource[]).map((resource) => [
    html`${RESOURCES[resource]}`,
    ...PLANS.map((plan) => html`${QUOTAS[resource][plan] ?? 'no limit'}`),
  ]),
)}
<p>Each plan also limits how many of these can be in progress at a time; above that, the response is a 429.</p>
${table(
  ['', ...PLANS],
  Object.entries(CONCURRENCY_LIMITS).map(([work, max]) => [
    html`${work === 'tasks' ? 'Routed tasks' : 'Image scans, including queued ones'}`,
    ...PLANS.map((plan) => html`${max[plan]}`),
  ]),
)}
<h2 id="plans">Plans</h2>
<p>Operations that are not listed here are available on every plan.</p>
${table(
  ['Lowest plan', 'Operation'],
  contract.operations
    .filter(({ plan }) => plan !== undefined)
    .map((operation) => [
      html`<span class="badge">${operation.plan}</span>`,
      html`<a href="${hrefOf(root, pathOf(contract, operation))}">${operation.summary}</a>`,
    ]),
)}`,
  }
}

const UNITS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

/** Formats a window: `15 minutes` for 900, `a minute` for 60. */
function windowOf(seconds: number): string {
  const [size, unit] = UNITS.find(([length]) => seconds % length === 0)!
  const count = seconds / size
  return count === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `${count} ${unit}s`
}

function table(heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="scroll" tabindex="0"><table><thead><tr>${heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`))}</tr></thead>
<tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>`
}
