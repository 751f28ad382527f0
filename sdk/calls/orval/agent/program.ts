import { check, env, taskToSend } from './check.ts'
import { getAgentCard, handleTask, openSession } from './client/api.ts'

// The generated functions request relative addresses, which Node's fetch does not resolve.
const fetchAbsolute = globalThis.fetch
globalThis.fetch = (input, init) => fetchAbsolute(`${env('SVC_BASE_URL')}${String(input)}`, init)

const card = await getAgentCard()
check(card.status === 200, `card with ${card.status}`)
check(
  card.data.skills.some(({ name }) => name === env('SVC_SKILL')),
  'wrong card',
)

const session = await openSession({ client_id: 'sdk-proof', scope: ['chat'] })
check(session.status === 200 && session.data.session_token.startsWith('sess_'), 'no session')

const task = await handleTask(taskToSend())
check(task.status === 200 && task.data.status === 'completed', 'not completed')
