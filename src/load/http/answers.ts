/** Reads responses and validates them, because the target of a load run may be any server. */
import type { Credentials } from '../fleet/fleet.ts'
import type { Ending } from '../histogram/request-statistics.ts'
import type { RequestResult } from './connections.ts'

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length < 4096

/** Returns a member of a response if it is a string. */
export function textMember(answer: RequestResult, name: string): string | undefined {
  const value = answer.kind === 'answered' && isObject(answer.body) ? answer.body[name] : undefined
  return isText(value) ? value : undefined
}

/** Reads the response to a bootstrap or a recovery. */
export function readCredentials(answer: RequestResult): Credentials | undefined {
  const [installation_id, runtime_token] = [
    textMember(answer, 'installation_id'),
    textMember(answer, 'runtime_token'),
  ]
  if (installation_id === undefined || runtime_token === undefined) return undefined
  return {
    installation_id,
    runtime_token,
    refresh_token: textMember(answer, 'refresh_token') ?? null,
  }
}

export interface RefreshedToken {
  readonly runtime_token: string
  readonly token_version: number
}

/** Reads the response to a refresh, or `refreshed_token` of a lease response. */
export function readRefreshedToken(body: unknown): RefreshedToken | undefined {
  if (!isObject(body)) return undefined
  const { runtime_token, token_version } = body
  return isText(runtime_token) && typeof token_version === 'number'
    ? { runtime_token, token_version }
    : undefined
}

/** Reads the response to a heartbeat. */
export function readLease(answer: RequestResult): {
  readonly refreshed: RefreshedToken | undefined
  readonly terminated: boolean
} {
  const body = answer.kind === 'answered' && isObject(answer.body) ? answer.body : {}
  const command = body['command']
  return {
    refreshed: readRefreshedToken(body['refreshed_token']),
    terminated: isObject(command) && command['type'] === 'terminate',
  }
}

const SUCCESS = [200, 201, 202, 204]
export const isSuccess = (answer: RequestResult): boolean =>
  answer.kind === 'answered' && SUCCESS.includes(answer.status)

/** Returns the outcome of a request, such as `429 RATE_LIMITED`. */
export function outcomeOf(answer: RequestResult): string {
  if (answer.kind === 'lost') return answer.code
  const code = isSuccess(answer) ? undefined : textMember(answer, 'code')
  return code !== undefined && /^[A-Z0-9_]{1,64}$/.test(code)
    ? `${answer.status} ${code}`
    : String(answer.status)
}

/** Classifies the result of a request. @param explained whether the run itself caused a failure */
export const endingOf = (answer: RequestResult, explained = false): Ending => ({
  outcome: outcomeOf(answer),
  judgement: isSuccess(answer) ? 'good' : explained ? 'explained' : 'bad',
})

const MAX_RETRY_AFTER_S = 60

/** Returns the milliseconds of Retry-After, at most a minute, or undefined. */
export function retryAfterMs(answer: RequestResult): number | undefined {
  const after = answer.kind === 'answered' ? answer.headers['retry-after'] : undefined
  return after !== undefined && /^\d{1,6}$/.test(after)
    ? Math.min(MAX_RETRY_AFTER_S, Number(after)) * 1000
    : undefined
}
