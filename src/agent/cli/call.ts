import { randomBytes } from 'node:crypto'
import { UsageError } from '../../cli/failures.ts'
import { iso } from '../../domain/time.ts'
import { uuid7 } from '../../domain/uuid.ts'
import type { JsonObject } from '../../domain/crypto/jcs.ts'
import { createCall, type CallEnd } from '../call.ts'
import { standalone } from '../platform-link.ts'
import { createAnswerJudge } from '../trust/answers.ts'
import { createPlatformKeys } from '../trust/platform-keys.ts'
import { signerOf } from '../trust/signing.ts'
import { define, WORKSPACE } from './define.ts'
import { folderOf, openFolder } from './folder.ts'
import { fromEnv } from './platform.ts'

/** `call`: hands a task to an agent. */
export const call = define({
  path: 'call',
  summary: 'Hand a task to an agent, by the name of a skill',
  about: 'Sends the task to the agent\'s /a2a/tasks and prints the result. With --signed this folder\'s agent signs it; the agent that is called then verifies that with its platform, and refuses while it has none.',
  operands: [{ name: 'URL', says: 'Where the agent is' }, { name: 'SKILL', says: 'Name of the skill' }],
  flags: {
    text: { value: 'TEXT', says: 'What the message says' },
    input: { value: 'JSON', says: 'A JSON object with further members of the input' },
    timeout: { value: 'SECONDS', says: 'How long to wait', default: '60' },
    signed: { says: 'Sign the task with svc.key' }, workspace: WORKSPACE,
  },
  examples: ['call http://127.0.0.1:8090 greet --text Ada', 'call http://127.0.0.1:8090 greet --text Ada --json'],
  async work({ dir, text, input, timeout, signed, workspace }, [url, skill], terminal): Promise<CallEnd> {
    if (!/^https?:\/\//.test(url!)) throw new UsageError(`${JSON.stringify(url)} is no address of an agent; it begins with http:// or https://.`)
    const seconds = Number(timeout)
    if (!(seconds > 0 && seconds <= 86_400)) throw new UsageError('--timeout takes a number of seconds above 0, up to 86400.')
    const members = input === undefined ? undefined : objectOf(input)
    const workspace_id = workspace ?? (signed ? fromEnv(terminal, 'SVC_WORKSPACE_ID') : undefined)
    return caller(signed ? openFolder(folderOf(dir, terminal), terminal.program) : undefined)(url!, skill!, text, {
      timeout_ms: Math.round(seconds * 1000), ...(members && { input: members }), ...(workspace_id !== undefined && { workspace_id }),
    })
  },
  show: (end) => (end.status === 'completed' ? shown(end.result) : `The task failed: ${end.error.message} (${end.error.code})`),
  failed: ({ status }) => status === 'failed',
})

function caller(agent: ReturnType<typeof openFolder> | undefined) {
  const platform = standalone()
  const judge = createAnswerJudge({ platform, keys: createPlatformKeys(platform.jwks, Date.now), now_ms: Date.now })
  return createCall({
    signer: agent && signerOf({ svc_id: agent.svc_id, seed: agent.key.seed }), judge, fetch,
    now: () => iso(Date.now()), newId: () => uuid7(Date.now(), randomBytes(10)), newNonce: () => randomBytes(16).toString('base64url'),
  })
}

function objectOf(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  } catch {
    // Said below.
  }
  throw new UsageError('--input takes a JSON object, such as \'{"language": "en"}\'.')
}

/** A result that is only a text is shown as that. */
const shown = (result: JsonObject): string => {
  const { text } = result
  return typeof text === 'string' && Object.keys(result).length === 1 ? text : JSON.stringify(result, null, 2)
}
