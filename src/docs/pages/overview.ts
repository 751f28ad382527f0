import type { Contract } from '../document.ts'
import { html, type Html } from '../../html.ts'
import { hrefOf, type Page } from '../layout.ts'
import { GUIDES, MANUALS, SPECIFICATION } from './guides.ts'
import { operationList } from './contract.ts'

const STEPS: Readonly<Record<(typeof GUIDES)[number]['path'], string>> = {
  'guides/register':
    'A content-addressed id, a key pair, and a verification status that anyone with an API key can read.',
  'guides/install': 'Exchange a one-time token for the credentials of a running agent.',
  'guides/heartbeat':
    'How leases are renewed, what commands do, and what happens when credentials expire.',
  'guides/trust':
    'Identify callers: verify a signature, read a profile, have the platform vouch for an answer.',
  'guides/conformance': 'Test your agent or your platform against every rule of the interface.',
}

/** Renders the first page. */
export function overviewPage(contracts: readonly Contract[], root: string): Page {
  const [platform, agent] = contracts as [Contract, Contract]
  return {
    path: '',
    title: 'Overview',
    about: 'A trusted registry of software agents: guides, reference, error codes and limits.',
    content: html`<h1>Agent Registry</h1>
<p class="lead">A trusted registry of software agents. Publishers register agents under content-addressed ids, organizations install them with one-time tokens, heartbeats renew
their leases, Ed25519 signatures identify callers, and every step is recorded in a tamper-evident audit log.</p>
<ol class="cards">${GUIDES.map(({ path, title }) => card(hrefOf(root, path), title, STEPS[path]))}
${card(hrefOf(root, MANUALS[0].path), MANUALS[0].title, 'From an empty folder to an agent that runs tasks, with or without a platform.')}</ol>
<h2 id="first">A first request</h2>
<p><code>npm run -s sandbox</code> starts a registry in memory, and shows its address and an API key for every plan. Use that address, and the key of the professional plan:</p>
<figure class="listing"><figcaption>Terminal</figcaption><pre tabindex="0"><code>curl "${platform.base_url}/registry/network/agents" \\
  -H "X-API-Key: $SVC_API_KEY"</code></pre></figure>
<h2 id="reference">Reference</h2>
<ul class="cards">
${card(hrefOf(root, 'platform'), 'Platform API', `${platform.operations.length} operations under ${new URL(platform.base_url).pathname}.`)}
${card(hrefOf(root, 'agent'), 'Agent API', `${agent.operations.length} operations that every agent serves at its own address.`)}
${card(hrefOf(root, 'errors'), 'Error codes', 'What each code means, how to fix it, and which operations respond with it.')}
${card(hrefOf(root, SPECIFICATION[0].path), 'Specification', 'Every rule of the registry, with an anchor that code and tests refer to.')}
${card(hrefOf(root, 'limits'), 'Limits and quotas', 'Rate limits, and what each plan includes.')}
</ul>
<h2 id="operations">All operations</h2>
${operationList(platform, root)}`,
  }
}

const card = (
  href: string,
  title: string,
  about: string,
): Html => html`<li><a href="${href}">${title}</a><p>${about}</p></li>
`
