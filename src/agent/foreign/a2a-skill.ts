import { setTimeout as wait } from 'node:timers/promises'
import { isJsonObject } from '../../domain/json.ts'
import type { SkillCall } from '../definition.ts'
import { SKILL_EXTENSION } from '../protocols.ts'
import { ForeignError } from '../tasks/skill-errors.ts'
import type { A2aClient, OutgoingMessage } from './a2a-client.ts'
import { phaseOf, readForeignTask, type ForeignTask } from './a2a-result.ts'
import { inputErrorOf, newRpcId, taskErrorOf } from './json-rpc.ts'
import { mismatch } from './mismatch.ts'

/** Milliseconds before the first request for the state of a task, and the maximum between two. The interval doubles with each request. */
const [FIRST_POLL_MS, MAX_POLL_MS] = [50, 2000]
/** How long the cancellation of a task may take. */
const CANCEL_MS = 5000

/**
 * Passes a task on to a foreign agent as a message, follows the task that it becomes there, and returns its result. If the caller's task
 * ends first, the foreign task is canceled (docs/specification/bridge.md#a2a-tasks).
 * @throws ForeignError, SkillBusyError, or Error for a task that failed there
 */
export async function askA2aAgent(
  client: A2aClient,
  call: SkillCall,
  skill: string | undefined,
): Promise<unknown> {
  try {
    const sent = await client.send(messageOf(call, skill), call.signal).catch((cause: unknown) => {
      throw inputErrorOf(cause)
    })
    const task = readForeignTask(sent)
    return task.kind === 'message' ? task.result : await follow(client, call, task)
  } catch (cause) {
    throw taskErrorOf(cause)
  }
}

/** Follows a task until it has ended or waits for the caller, and returns its result. A task that has not ended by then is canceled. */
async function follow(
  client: A2aClient,
  { signal, progress }: SkillCall,
  started: Extract<ForeignTask, { kind: 'task' }>,
): Promise<unknown> {
  const { id } = started
  let task: ForeignTask = started
  try {
    for (let pause_ms = FIRST_POLL_MS; phaseOf(task) === 'active'; pause_ms *= 2) {
      reportStatus(task, progress)
      await wait(Math.min(pause_ms, MAX_POLL_MS), undefined, { signal })
      task = await readAgain(client, id, signal)
    }
    return endedTaskResult(task)
  } finally {
    // The task of the caller has already ended, or ends with an error that does not depend on the cancellation.
    if (phaseOf(task) !== 'ended')
      await client.cancel(id, AbortSignal.timeout(CANCEL_MS)).catch(() => undefined)
  }
}

function reportStatus(task: ForeignTask, progress: SkillCall['progress']): void {
  if (task.kind === 'task' && task.status_text !== '') progress(task.status_text)
}

/** Reads a task again. The response may also be a message. @throws ForeignError if the response is about another task */
async function readAgain(client: A2aClient, id: string, signal: AbortSignal): Promise<ForeignTask> {
  const task = readForeignTask(await client.get(id, signal))
  if (task.kind === 'message' || task.id === id) return task
  throw mismatch('the foreign agent responded with another task')
}

/** Returns the result of a task that has ended or is waiting for the caller. @throws ForeignError or Error if there is none */
function endedTaskResult(task: ForeignTask): unknown {
  if (task.kind === 'message' || task.state === 'completed') return task.result
  const suffix = task.status_text === '' ? '' : `: ${task.status_text}`
  switch (task.state) {
    case 'input-required':
      throw new ForeignError('INPUT_REQUIRED', `the foreign agent asks for more input${suffix}`)
    case 'auth-required':
      throw new ForeignError('AUTH_REQUIRED', `the foreign agent asks for authentication${suffix}`)
    default:
      throw new Error(`the task at the foreign agent ended in the ${task.state} state${suffix}`)
  }
}

/** Returns the message for a task: its text, and its data if it has any (docs/specification/bridge.md#a2a-input). */
function messageOf(
  { text, input, context }: SkillCall,
  skill: string | undefined,
): OutgoingMessage {
  const data = isJsonObject(input['data']) ? input['data'] : undefined
  return {
    // This is not the id of the task, because callers choose those, and two callers may choose the same one.
    id: newRpcId(),
    text: text === '' && data ? undefined : text,
    data,
    metadata: skill === undefined ? undefined : { [SKILL_EXTENSION]: { skill } },
    traceparent: context.traceparent,
  }
}
