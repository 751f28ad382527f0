import type { Terminal } from '../../terminal/command.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { issuerOf, platformAddress } from '../platform/link.ts'

import { isVisibleAscii, type StoredCredentials } from '../installation/credentials.ts'

const TIMEOUT_MS = 15_000

/** Returns the value of an environment variable, or undefined if it is unset or empty. */
export const fromEnv = (
  { env }: Pick<Terminal, 'env'>,
  name: `SVC_${string}`,
): string | undefined => env[name] || undefined

/**
 * Returns the platform's address: as given, from the environment, or where the agent is installed. An address without a path gets the
 * default one.
 */
export function platformUrl(
  given: string | undefined,
  terminal: Terminal,
  stored: StoredCredentials | undefined,
): string {
  return platformAddress(
    given ?? fromEnv(terminal, 'SVC_PLATFORM_URL') ?? stored?.platform_url,
    UsageError,
  )
}

/** Returns the configured issuer, if there is one. @throws UsageError if it is malformed */
export function parseIssuer(given: string | undefined, terminal: Terminal): string | undefined {
  const issuer = given ?? fromEnv(terminal, 'SVC_ISSUER')
  if (issuer !== undefined && !isVisibleAscii(issuer))
    throw new UsageError(
      'The issuer must be 1 to 4096 visible ASCII characters without spaces; copy it as the operator of the platform published it.',
    )
  return issuer
}

/** Returns the platform's name in signatures: as given, as stored at installation, or derived from the configured address. */
export function issuerFor(
  given: string | undefined,
  terminal: Terminal,
  platform_url: string,
  stored: StoredCredentials | undefined,
): string {
  const stored_issuer = stored?.platform_url === platform_url ? stored.issuer : null
  return parseIssuer(given, terminal) ?? stored_issuer ?? issuerOf(platform_url)
}

/** Returns the API key. @throws UsageError if it is missing or malformed */
export function apiKey(given: string | undefined, terminal: Terminal): string {
  const key = given ?? fromEnv(terminal, 'SVC_API_KEY')
  if (!key)
    throw new UsageError('The API key is missing; set SVC_API_KEY, or pass one with --api-key.')
  // A header cannot contain a line break, and the error message of fetch would quote the key.
  if (!/^[!-~]+$/.test(key))
    throw new UsageError(
      'The API key contains a space, a line break or a character that is not ASCII; copy only sk_live_..., as it was shown.',
    )
  return key
}

export interface ApiRequest {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}
export interface ApiResponse {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Sends one request to the platform. @throws CommandError if the platform cannot be reached or its response is not JSON */
export async function requestPlatform(
  platform_url: string,
  { method = 'POST', path, headers = {}, body }: ApiRequest,
): Promise<ApiResponse> {
  const response = await fetch(platform_url + path, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body && { body: JSON.stringify(body) }),
  }).catch((cause: Error & { cause?: { code?: string; message?: string } }) => {
    throw new CommandError(
      `The platform at ${platform_url} cannot be reached (${cause.cause?.code ?? cause.cause?.message ?? cause.message}). Check that it is running and that the address is correct; --platform or SVC_PLATFORM_URL sets another address.`,
    )
  })
  const content = (await response.json().catch(() => undefined)) as ApiResponse['body'] | undefined
  if (typeof content !== 'object' || content === null)
    throw new CommandError(
      `The server at ${platform_url} did not respond with JSON (status ${response.status}). Check that this is the address of a platform; it usually ends with /api/v1.`,
    )
  return { status: response.status, body: content }
}

/** Requests the profile of an agent, with the API key or else with the agent's own credentials. Returns undefined if neither exists. */
export function requestProfile(
  platform_url: string,
  did: string,
  terminal: Terminal,
  own: StoredCredentials | undefined,
): Promise<ApiResponse> | undefined {
  const key = fromEnv(terminal, 'SVC_API_KEY')
  if (key === undefined && !own?.current) return undefined
  return requestPlatform(platform_url, {
    method: 'GET',
    path: `/trust/profile/${encodeURIComponent(did)}`,
    headers:
      key === undefined
        ? { Authorization: `Bearer ${own!.current!.runtime_token}` }
        : { 'X-API-Key': key },
  })
}

/** Returns the body of a successful response. @throws CommandError with the platform's message */
export function expectSuccess({ status, body }: ApiResponse, action: string): ApiResponse['body'] {
  if (status < 300) return body
  const issues = Array.isArray(body['issues'])
    ? ` ${JSON.stringify(body['issues']).slice(0, 500)}`
    : ''
  throw new CommandError(
    `The platform refused to ${action}: ${String(body['message'] ?? `status ${status}`)} (${String(body['code'] ?? status)})${issues}`,
  )
}
