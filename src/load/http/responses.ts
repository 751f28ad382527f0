/** Reads responses and validates them, because the target of a load run may be any server. */
import type { Credentials } from '../fleet/fleet.ts'
import type { Ending } from '../histogram/request-statistics.ts'
import type { RequestResult } from './connections.ts'

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length < 4096

/** Returns a member of a response if it is a string. */
export function textMember(result: RequestResult, name: string): string | undefined {
  const value = result.kind === 'responded' && isObject(result.body) ? result.body[name] : undefined
  return isText(value) ? value : undefined
}

/** Reads the response to a bootstrap or a recovery. */
export function readCredentials(result: RequestResult): Credentials | undefined {
  const [installation_id, runtime_token] = [
    textMember(result, 'installation_id'),
    textMember(result, 'runtime_token'),
  ]
  if (installation_id === undefined || runtime_token === undefined) return undefined
  return {
    installation_id,
    runtime_token,
    refresh_token: textMember(result, 'refresh_token') ?? null,
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
export function readLease(result: RequestResult): {
  readonly refreshed: RefreshedToken | undefined
  readonly terminated: boolean
} {
  const body = result.kind === 'responded' && isObject(result.body) ? result.body : {}
  const command = body['command']
  return {
    refreshed: readRefreshedToken(body['refreshed_token']),
    terminated: isObject(command) && command['type'] === 'terminate',
  }
}

const SUCCESS = [200, 201, 202, 204]
export const isSuccess = (result: RequestResult): boolean =>
  result.kind === 'responded' && SUCCESS.includes(result.status)

/** Returns the outcome of a request, such as `429 RATE_LIMITED`. */
export function outcomeOf(result: RequestResult): string {
  if (result.kind === 'lost') return result.code
  const code = isSuccess(result) ? undefined : textMember(result, 'code')
  return code !== undefined && /^[A-Z0-9_]{1,64}$/.test(code)
    ? `${result.status} ${code}`
    : String(result.status)
}

/** Classifies the result of a request. @param explained whether the run itself caused a failure */
export const endingOf = (result: RequestResult, explained = false): Ending => ({
  outcome: outcomeOf(result),
  judgement: isSuccess(result) ? 'good' : explained ? 'explained' : 'bad',
})

const MAX_RETRY_AFTER_S = 60

/** Returns the milliseconds of Retry-After, at most a minute, or undefined. */
export function retryAfterMs(result: RequestResult): number | undefined {
  const after = result.kind === 'responded' ? result.headers['retry-after'] : undefined
  return after !== undefined && /^\d{1,6}$/.test(after)
    ? Math.min(MAX_RETRY_AFTER_S, Number(after)) * 1000
    : undefined
}
