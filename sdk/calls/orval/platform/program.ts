import { agentToRegister, check, env } from './check.ts'
import { listNetworkAgents, registerAgent, verifyAgent } from './client/api.ts'

// The generated functions request relative addresses, which Node's fetch does not resolve.
const fetchAbsolute = globalThis.fetch
globalThis.fetch = (input, init) => fetchAbsolute(`${env('SVC_BASE_URL')}${String(input)}`, init)

const options = { headers: { 'X-API-Key': env('SVC_API_KEY') } }
const agent = agentToRegister()

const registered = await registerAgent(agent, options)
check(registered.status === 201, `registered with ${registered.status}`)
check(registered.data.did === `did:svc:${agent.svc_id}`, 'wrong did')

const verified = await verifyAgent(agent.svc_id, options)
check(verified.status === 200 && verified.data.valid, 'not valid')

const listed = await listNetworkAgents({ limit: 100 }, options)
check(listed.status === 200, `listed with ${listed.status}`)
check(
  listed.data.items.some(({ svc_id }) => svc_id === agent.svc_id),
  'not listed',
)
