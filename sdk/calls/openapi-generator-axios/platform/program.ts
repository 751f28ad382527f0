import { agentToRegister, check, env } from './check.ts'
import { AgentsApi, Configuration, NetworkApi } from './client/index.ts'

const configuration = new Configuration({
  basePath: env('SVC_BASE_URL'),
  apiKey: env('SVC_API_KEY'),
})
const agents = new AgentsApi(configuration)
const agent = agentToRegister()

const registered = await agents.registerAgent(agent)
check(registered.data.did === `did:svc:${agent.svc_id}`, 'wrong did')

const verified = await agents.verifyAgent(agent.svc_id)
check(verified.data.valid, 'not valid')

const listed = await new NetworkApi(configuration).listNetworkAgents(undefined, undefined, 100)
check(
  listed.data.items.some(({ svc_id }) => svc_id === agent.svc_id),
  'not listed',
)
