import { answerSignatureOf } from '../domain/tasks/signed-answer.ts'
import type { AgentAnswer } from '../domain/tasks/answer.ts'
import type { TaskFailureCode } from '../domain/tasks/failures.ts'
import { createGuard, type OutgoingRules } from './outgoing/guard.ts'
import { createPoster, type Fault, type Posted, type Posting } from './outgoing/post.ts'
import type { Resolve } from './outgoing/resolve.ts'

/** A task on its way to an agent: a body, the headers that vouch for it, and the time it may take. No credential of the caller. */
export interface AgentCall extends Posting {
  readonly body: string
}
export interface AgentCalled {
  readonly answer: AgentAnswer
  /** Milliseconds from dialling to the end of the answer; null when nothing was dialled. */
  readonly execution_time_ms: number | null
}

/** The way to agents at addresses that somebody told us. */
export interface AgentCaller {
  /** Sends the task once and waits for the answer. Never rejects: whatever happens is an answer or a reason why there is none. */
  call(call: AgentCall): Promise<AgentCalled>
  /** Abandons the calls that are under way and lets go of all connections. */
  close(): void
}

const MEBIBYTE = 1024 * 1024
const USUAL_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json',
  'User-Agent': 'svc-registry',
}
const CODES: Readonly<Record<Fault, TaskFailureCode>> = {
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

/** Calls agents over HTTP, through the guard for addresses from outside. */
export function httpAgentCaller(rules: OutgoingRules, resolve?: Resolve): AgentCaller {
  const poster = createPoster(createGuard(rules, resolve), MEBIBYTE)
  return {
    async call({ headers, ...posting }) {
      const began = performance.now()
      const posted = await poster.post({ ...posting, headers: { ...USUAL_HEADERS, ...headers } })
      return {
        answer: answerOf(posted),
        execution_time_ms: posted.kind === 'refused' ? null : Math.round(performance.now() - began),
      }
    },
    close: poster.close,
  }
}

function answerOf(posted: Posted): AgentAnswer {
  switch (posted.kind) {
    case 'refused':
      return { kind: 'failed', code: 'ADDRESS_BLOCKED', reached: false, detail: posted.reason }
    case 'failed':
      return { kind: 'failed', code: CODES[posted.fault], reached: posted.reached }
    case 'answered': {
      const encoding = posted.headers['content-encoding']?.trim().toLowerCase() ?? ''
      return {
        kind: 'answered',
        http_status: posted.status,
        encoded: encoding !== '' && encoding !== 'identity',
        body: posted.body,
        signature: answerSignatureOf(posted.headers),
      }
    }
  }
}
