import { check, env, taskToSend } from './check.ts'
import { A2aApi, Configuration, ConversationApi, DiscoveryApi } from './client/index.ts'

const configuration = new Configuration({ basePath: env('SVC_BASE_URL') })

const card = await new DiscoveryApi(configuration).getAgentCard()
check(
  card.data.skills.some(({ name }) => name === env('SVC_SKILL')),
  'wrong card',
)

const session = await new ConversationApi(configuration).openSession({
  client_id: 'sdk-proof',
  scope: ['chat'],
})
check(session.data.session_token.startsWith('sess_'), 'no session')

const task = await new A2aApi(configuration).handleTask(taskToSend())
check(task.data.status === 'completed', 'not completed')
