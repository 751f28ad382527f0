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
}
export interface AgentCallResult {
  readonly answer: AgentAnswer
  /** Milliseconds from connecting to the end of the answer; null if no connection was attempted. */
  readonly execution_time_ms: number | null
}

/** Calls agents at the addresses that their installations stated. */
export interface AgentCaller {
  /** Sends the task once and waits for the answer. Never rejects: the result is an answer or the reason why there is none. */
  call(call: AgentCall): Promise<AgentCallResult>
  /** Abandons the running calls and closes all connections. */
  close(): void
}

const MEBIBYTE = 1024 * 1024
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

/** Creates a caller over HTTP, through the guard for outgoing addresses. */
export function httpAgentCaller(rules: OutgoingRules, resolve?: Resolve): AgentCaller {
  const poster = createPoster(createGuard(rules, resolve), MEBIBYTE)
  return {
    async call({ headers, ...request }) {
      const began = performance.now()
      const response = await poster.post({
        ...request,
        headers: { ...DEFAULT_HEADERS, ...headers },
      })
      return {
        answer: answerOf(response),
        execution_time_ms:
          response.kind === 'refused' ? null : Math.round(performance.now() - began),
      }
    },
    close: poster.close,
  }
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
