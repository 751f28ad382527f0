import type { Services } from '../server/contract-types.ts'
import type { ChatFunction, SkillContext } from '../definition.ts'
import { currentRequest } from '../server/request-context.ts'
import { MAX_RESULT_CHARACTERS, textOfResult } from './results.ts'
import { logOf } from './runner.ts'
import {
  admitRequest,
  failed,
  capacityRefusal,
  interrupted,
  loggedIds,
  performSkill,
  retryAfter,
  RETRY_STOPPING_S,
  type Failed,
  type SignatureProblem,
} from './perform-task.ts'

type Conversation = NonNullable<SkillContext['conversation']>

/** The result of a message. */
export type ChatResult =
  | { readonly kind: 'replied'; readonly message: string; readonly task_id: string }
  | Failed<SignatureProblem | 'EXECUTION_ERROR' | 'TASK_TIMEOUT' | 'STOPPING' | 'RATE_LIMITED'>

/** The skill that the signature of a message names (docs/specification/agent-protocol.md#agent-signatures). */
const CHAT_SKILL = 'chat'
/** The time limit of a chat function, in milliseconds. */
const CHAT_TIMEOUT_MS = 60_000

/**
 * Replies to a message with the agent's chat function, else with its first skill that accepts plain text, else with a list of its
 * skills.
 */
export async function replyTo(
  services: Services,
  message: string,
  conversation: Conversation,
): Promise<ChatResult> {
  // A session proves nothing about its client, which chose its name itself, so the signature decides whether anything is executed.
  const admission = await admitRequest(services, CHAT_SKILL)
  if (admission.kind === 'failed') return admission
  const { caller, workspace_id } = admission
  if (services.chat) return runChatFunction(services, services.chat, message, conversation)
  const { task_id } = currentRequest()
  const input = { text: message }
  const skill = [...services.skills.values()].find(
    ({ inputFault }) => inputFault(input) === undefined,
  )
  if (!skill) return { kind: 'replied', message: introduction(services), task_id }
  const origin = { caller, workspace_id, requester_id: conversation.client_id, conversation }
  const outcome = await performSkill(services, skill, input, origin)
  if (outcome.kind === 'completed')
    return { kind: 'replied', message: textOfResult(outcome.result), task_id }
  const { code, details } = outcome
  return code === 'TASK_TIMEOUT' || code === 'STOPPING' || code === 'RATE_LIMITED'
    ? { kind: 'failed', code, details }
    : failed('EXECUTION_ERROR', details.message)
}

async function runChatFunction(
  services: Services,
  chat: ChatFunction,
  message: string,
  conversation: Conversation,
): Promise<ChatResult> {
  const { runner, logger } = services
  const full = capacityRefusal(services)
  if (full) return full
  const { task_id } = currentRequest()
  const log = logOf(logger, { ...loggedIds(), ...conversation })
  const run = (signal: AbortSignal) => chat({ message, ...conversation, task_id, signal, log })
  const result = await runner.run({ timeout_ms: CHAT_TIMEOUT_MS, run })
  switch (result.kind) {
    case 'returned': {
      const reply = String(result.value).toWellFormed()
      if (reply.length <= MAX_RESULT_CHARACTERS) return { kind: 'replied', message: reply, task_id }
      log.error('the reply of the chat function is too long', { characters: reply.length })
      return failed('EXECUTION_ERROR', FAILED)
    }
    case 'threw':
      log.error('the chat function failed', { err: result.error })
      return failed('EXECUTION_ERROR', FAILED)
    case 'timed_out':
      return failed('TASK_TIMEOUT', TIMED_OUT)
    case 'closed':
    case 'canceled':
      return interrupted('The agent shut down before it had replied')
    case 'not_started':
      return failed('STOPPING', undefined, retryAfter(RETRY_STOPPING_S))
  }
}

const TIMED_OUT = `There was no reply within ${CHAT_TIMEOUT_MS} milliseconds. Ask for less, or try again.`
const FAILED = 'The agent failed to reply. Its log contains the cause.'

function introduction({ card }: Services): string {
  const { name, skills } = card()
  const lines = skills.map((skill) => `- ${skill.name}: ${skill.description}`)
  return [
    `I am ${name}. None of my skills accepts a plain message. Send me a task for one of them:`,
    ...lines,
  ].join('\n')
}
