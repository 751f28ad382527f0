import { check, env, taskToSend } from './check.ts'
import { Api } from './client/api.ts'

const { wellKnown, svc, a2A } = new Api({ baseUrl: env('SVC_BASE_URL') })

const card = await wellKnown.getAgentCard()
check(
  card.data.skills.some(({ name }) => name === env('SVC_SKILL')),
  'wrong card',
)

const session = await svc.openSession({ client_id: 'sdk-proof', scope: ['chat'] })
check(session.data.session_token.startsWith('sess_'), 'no session')

const task = await a2A.handleTask(taskToSend())
check(task.data.status === 'completed', 'not completed')
