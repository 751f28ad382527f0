import type { Contract } from '../document.ts'
import { html, type Html } from '../../html.ts'
import { hrefOf, type Page } from '../layout.ts'
import { GUIDES, MANUALS, SPECIFICATION } from './guides.ts'
import { operationList } from './contract.ts'

const STEPS: Readonly<Record<(typeof GUIDES)[number]['path'], string>> = {
  'guides/register':
    'An id that follows from its content, a key that it holds, and a verdict that anybody can ask for.',
  'guides/install':
    'A token for one workspace, good once, becomes the credentials of a running agent.',
  'guides/heartbeat':
    'What keeps a lease alive, what a command does, and what happens when credentials run out.',
  'guides/trust': 'Who is calling? Verify a signature, read a profile, sign an answer.',
  'guides/conformance':
    'Have your agent or your platform judged by every sentence of the interface.',
}

/** The first page. */
export function overviewPage(contracts: readonly Contract[], root: string): Page {
  const [platform, agent] = contracts as [Contract, Contract]
  return {
    path: '',
    title: 'Overview',
    about:
      'A registry of software agents that others can trust: guides, reference, error codes and limits.',
    content: html`<h1>Agent Registry</h1>
<p class="lead">A registry of software agents that others can trust. Publishers register agents under ids that follow from their content, organizations install them with one-time tokens, heartbeats keep
them alive, Ed25519 signatures tell who is calling, and every step is in a tamper-evident audit log.</p>
<ol class="cards">${GUIDES.map(({ path, title }) => card(hrefOf(root, path), title, STEPS[path]))}
${card(hrefOf(root, MANUALS[0].path), MANUALS[0].title, 'From an empty folder to a skill that answers tasks, with or without a platform.')}</ol>
<h2 id="first">A first request</h2>
<p><code>npm run -s sandbox</code> starts a registry in memory, with a known key for every plan. It shows a key; with it:</p>
<figure class="listing"><figcaption>Terminal</figcaption><pre tabindex="0"><code>curl "${platform.base_url}/registry/network/agents" \\
  -H "X-API-Key: $SVC_API_KEY"</code></pre></figure>
<h2 id="reference">Reference</h2>
<ul class="cards">
${card(hrefOf(root, 'platform'), 'Platform API', `${platform.operations.length} operations under ${new URL(platform.base_url).pathname}: what this service does.`)}
${card(hrefOf(root, 'agent'), 'Agent API', `${agent.operations.length} operations that every agent serves at its own address.`)}
${card(hrefOf(root, 'errors'), 'Error codes', 'What each code means, the way out, and which operations answer with it.')}
${card(hrefOf(root, SPECIFICATION[0].path), 'Specification', 'Every rule of the registry, with an anchor that code and tests refer to.')}
${card(hrefOf(root, 'limits'), 'Limits and quotas', 'Rate limits, what each plan includes, and how much of it.')}
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
