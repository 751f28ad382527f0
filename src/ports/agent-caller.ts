import {
  createBufferBudget,
  type BufferBounds,
  type BufferMemory,
} from '../domain/bounded-buffer.ts'
import { ANSWER_BOUNDS } from '../domain/limits.ts'
import type { AgentAnswer, TaskFailureCode } from '../domain/tasks/answer.ts'
import { answerSignatureOf } from '../domain/tasks/forwarded-task.ts'
import { createGuard, type OutgoingRules } from './outgoing/guard.ts'
import { createPoster, type PostFault, type PostResult, type PostRequest } from './outgoing/post.ts'
import type { Resolve } from './outgoing/resolve.ts'

/**
 * A request that forwards a task to an agent: a body, the headers that identify the platform, and the time it may take. It holds no
 * credential of the caller.
 */
export interface AgentCall extends PostRequest {
  readonly body: string
  /** The organization that routes the task. The memory of the answer counts against the limit of this organization. */
  readonly organization_id: string
}
export interface AgentCallResult {
  readonly answer: AgentAnswer
  /** Milliseconds from connecting to the end of the answer; null if no connection was attempted. */
  readonly execution_time_ms: number | null
  /** Releases the memory of the answer, once the task has ended. */
  readonly release?: () => void
}

/** Calls agents at the addresses that their installations stated. */
export interface AgentCaller {
  /** Sends the task once and waits for the answer. Never rejects: the result is an answer or the reason why there is none. */
  call(call: AgentCall): Promise<AgentCallResult>
  /** Abandons the running calls and closes all connections. */
  close(): void
}

const MEBIBYTE = 1024 * 1024
/** Estimated memory of a parsed value for each opening bracket, comma and colon. */
const TOKEN_BYTES = 64
const DEFAULT_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json',
  'User-Agent': 'svc-registry',
}
const CODES: Readonly<Record<PostFault, TaskFailureCode>> = {
  unreachable: 'AGENT_UNREACHABLE',
  tls: 'AGENT_TLS_FAILED',
  connect_timeout: 'AGENT_CONNECT_TIMEOUT',
  timeout: 'AGENT_TIMEOUT',
  slow_body: 'AGENT_SLOW_BODY',
  reset: 'AGENT_RESET',
  bad_http: 'AGENT_BAD_HTTP',
  too_large: 'AGENT_TOO_LARGE',
  abandoned: 'TASK_ABANDONED',
}

interface HttpAgentCaller extends AgentCaller {
  /** Returns the number of bytes of memory that answers occupy. */
  heldBytes(): number
}
interface CallerOptions {
  /** Replaces the lookup of host names. */
  readonly resolve?: Resolve | undefined
  readonly answers?: BufferBounds
  /** Milliseconds of a monotonic clock, which measures the age of incomplete answers. */
  readonly now?: () => number
}

/** Creates a caller over HTTP, through the guard for outgoing addresses. */
export function httpAgentCaller(
  rules: OutgoingRules,
  { resolve, answers = ANSWER_BOUNDS, now = () => performance.now() }: CallerOptions = {},
): HttpAgentCaller {
  const budget = createBufferBudget(answers, now)
  const poster = createPoster(createGuard(rules, resolve), MEBIBYTE)
  return {
    async call({ headers, organization_id, ...request }) {
      const began = performance.now()
      let memory: BufferMemory | undefined
      const response = await poster.post(
        { ...request, headers: { ...DEFAULT_HEADERS, ...headers } },
        (abandon) => (memory = budget.open(organization_id, abandon)),
      )
      const execution_time_ms =
        response.kind === 'refused' ? null : Math.round(performance.now() - began)
      if (response.kind === 'responded' && response.body.length > 0)
        memory?.reserve(parsedBytes(response.body))
      return {
        answer: memory?.isLost() ? DISCARDED : answerOf(response),
        execution_time_ms,
        ...(memory && { release: memory.release }),
      }
    },
    close: poster.close,
    heldBytes: budget.held,
  }
}

const DISCARDED: AgentAnswer = { kind: 'failed', code: 'ANSWER_MEMORY_FULL', reached: true }

const IS_TOKEN = new Uint8Array(256)
for (const byte of Buffer.from('{[,:')) IS_TOKEN[byte] = 1

/** Estimates the memory of the parsed value of an answer. Characters inside strings are counted too, because few of them are tokens. */
function parsedBytes(body: Buffer): number {
  let tokens = 0
  for (let at = 0; at < body.length; at += 1) tokens += IS_TOKEN[body[at]!]!
  return tokens * TOKEN_BYTES
}

function answerOf(response: PostResult): AgentAnswer {
  switch (response.kind) {
    case 'refused':
      return { kind: 'failed', code: 'ADDRESS_BLOCKED', reached: false, detail: response.reason }
    case 'failed':
      return { kind: 'failed', code: CODES[response.fault], reached: response.reached }
    case 'responded': {
      const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? ''
      return {
        kind: 'answered',
        http_status: response.status,
        encoded: encoding !== '' && encoding !== 'identity',
        body: response.body,
        signature: answerSignatureOf(response.headers),
      }
    }
  }
}
