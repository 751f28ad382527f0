import { agentToRegister, check, env } from './check.ts'
import { setConfig } from './client/.kubb/fetch.ts'
import { listNetworkAgents, registerAgent, verifyAgent } from './client/index.ts'

// The generated client sends JSON without a Content-Type.
setConfig({
  baseURL: env('SVC_BASE_URL'),
  headers: { 'Content-Type': 'application/json', 'X-API-Key': env('SVC_API_KEY') },
})
const agent = agentToRegister()

const { did } = await registerAgent(agent)
check(did === `did:svc:${agent.svc_id}`, 'wrong did')

const { valid } = await verifyAgent(agent.svc_id)
check(valid, 'not valid')

const { items } = await listNetworkAgents({ limit: 100 })
check(
  items.some(({ svc_id }) => svc_id === agent.svc_id),
  'not listed',
)
