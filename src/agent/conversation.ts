import type { Facts } from '../contract/typed.ts'
import type { Services } from './contract-types.ts'
import type { ChatFunction, SkillContext } from './definition.ts'
import { currentExchange } from './exchange.ts'
import { textOfResult } from './results.ts'
import { logOf } from './tasks.ts'
import { admitted, performSkill, RETRY_STOPPING_S, type SignatureProblem } from './work.ts'

type Conversation = NonNullable<SkillContext['conversation']>

/** How a message was met. */
export type Reply =
  | { readonly kind: 'said'; readonly message: string; readonly task_id: string }
  | {
      readonly kind: 'failed'
      readonly code:
        SignatureProblem | 'EXECUTION_ERROR' | 'TASK_TIMEOUT' | 'STOPPING' | 'RATE_LIMITED'
      readonly facts: Facts
    }

/** A reply may be this long (contract, ChatReply). */
const MOST_CHARACTERS = 4 * 1024 * 1024
/** What a signature on a message names as its skill (contract, Signatures). */
const CHAT_SKILL = 'chat'
/** Milliseconds that an agent's own chat function has. */
const CHAT_TIMEOUT_MS = 60_000

/**
 * Finds a reply: by the agent's own chat function; without one by its first skill that takes a plain text; and when no skill does, by
 * saying what the agent can do.
 */
export async function converse(
  services: Services,
  message: string,
  conversation: Conversation,
): Promise<Reply> {
  // The session says what a client calls itself; who may have something executed is the signature's to say.
  const admission = await admitted(services, {
    skill: CHAT_SKILL,
    task_id: undefined,
    workspace_id: undefined,
  })
  if (admission.kind === 'failed') return admission
  const { caller, workspace_id } = admission
  if (services.chat) return chatted(services, services.chat, message, conversation)
  const { task_id } = currentExchange()
  const input = { text: message }
  const skill = [...services.skills.values()].find(
    ({ inputFault }) => inputFault(input) === undefined,
  )
  if (!skill) return { kind: 'said', message: introduction(services), task_id }
  const circumstances = { caller, workspace_id, requester_id: conversation.client_id, conversation }
  const outcome = await performSkill(services, skill, input, circumstances)
  if (outcome.kind === 'completed')
    return { kind: 'said', message: textOfResult(outcome.result), task_id }
  const { code, facts } = outcome
  return {
    kind: 'failed',
    code:
      code === 'TASK_TIMEOUT' || code === 'STOPPING' || code === 'RATE_LIMITED'
        ? code
        : 'EXECUTION_ERROR',
    facts,
  }
}

async function chatted(
  { runner, logger }: Services,
  chat: ChatFunction,
  message: string,
  conversation: Conversation,
): Promise<Reply> {
  const { task_id, trace_id } = currentExchange()
  const log = logOf(logger, { task_id, trace_id, ...conversation })
  const run = (signal: AbortSignal) => chat({ message, ...conversation, task_id, signal, log })
  const end = await runner.run({ timeout_ms: CHAT_TIMEOUT_MS, run })
  switch (end.kind) {
    case 'returned': {
      const reply = String(end.value)
      return reply.length <= MOST_CHARACTERS ? { kind: 'said', message: reply, task_id } : broken()
    }
    case 'threw':
      log.error('the chat function failed', { err: end.error })
      return broken()
    case 'timed_out':
      return { kind: 'failed', code: 'TASK_TIMEOUT', facts: { message: TOO_LATE } }
    case 'closed':
      return {
        kind: 'failed',
        code: 'STOPPING',
        facts: { headers: { 'Retry-After': String(RETRY_STOPPING_S) } },
      }
  }
}

const TOO_LATE = `No reply was found within ${CHAT_TIMEOUT_MS} milliseconds. Ask for less, or try again.`
const BROKEN = 'The agent failed while it worked on its reply. Its log tells the cause.'
const broken = (): Reply => ({
  kind: 'failed',
  code: 'EXECUTION_ERROR',
  facts: { message: BROKEN },
})

function introduction({ card }: Services): string {
  const { name, skills } = card()
  const lines = skills.map((skill) => `- ${skill.name}: ${skill.description}`)
  return [
    `I am ${name}. None of my skills takes a plain message; as tasks I can do:`,
    ...lines,
  ].join('\n')
}
