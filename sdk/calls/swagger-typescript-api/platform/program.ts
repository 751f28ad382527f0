import { agentToRegister, check, env } from './check.ts'
import { Api } from './client/api.ts'

const { agents, registry } = new Api({
  baseUrl: env('SVC_BASE_URL'),
  baseApiParams: { headers: { 'X-API-Key': env('SVC_API_KEY') } },
})
const agent = agentToRegister()

const registered = await agents.registerAgent(agent)
check(registered.data.did === `did:svc:${agent.svc_id}`, 'wrong did')

const verified = await agents.verifyAgent(agent.svc_id)
check(verified.data.valid, 'not valid')

const listed = await registry.listNetworkAgents({ limit: 100 })
check(
  listed.data.items.some(({ svc_id }) => svc_id === agent.svc_id),
  'not listed',
)
