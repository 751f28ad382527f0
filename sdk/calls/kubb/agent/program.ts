import { check, env, taskToSend } from './check.ts'
import { setConfig } from './client/.kubb/fetch.ts'
import { getAgentCard, handleTask, openSession } from './client/index.ts'

// The generated client sends JSON without a Content-Type.
setConfig({ baseURL: env('SVC_BASE_URL'), headers: { 'Content-Type': 'application/json' } })

const { skills } = await getAgentCard()
check(
  skills.some(({ name }) => name === env('SVC_SKILL')),
  'wrong card',
)

const { session_token } = await openSession({ client_id: 'sdk-proof', scope: ['chat'] })
check(session_token.startsWith('sess_'), 'no session')

const { status } = await handleTask(taskToSend())
check(status === 'completed', 'not completed')
