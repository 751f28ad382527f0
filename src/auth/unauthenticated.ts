import type { Incoming, TableEntry } from '../contract/typed.ts'
import { ADMIN_SESSION_PREFIX, API_KEY_PREFIX, RUNTIME_TOKEN_PREFIX } from '../domain/tokens.ts'
import type { ProblemCode } from '../problems/problems.ts'
import { bearer, usesExpiredKey } from './callers.ts'
import { hasHeaderCredential, sessionCookies } from './cookie.ts'

const INVALID: Readonly<Record<string, ProblemCode>> = {
  ApiKey: 'INVALID_API_KEY',
  ApiKeyBearer: 'INVALID_API_KEY',
  RuntimeToken: 'INVALID_RUNTIME_TOKEN',
  AdminSession: 'INVALID_SESSION',
}
interface Unauthenticated {
  readonly code: ProblemCode
  readonly details: { readonly headers: Record<string, string>; readonly message?: string }
}

const twoCookies = (name: string): string =>
  `The request has two cookies named ${name}, of which only one can be valid; delete the cookies of this site and sign in again.`

const MISPLACED_KEY =
  'An API key is not accepted as a bearer token here; send it in the X-API-Key header.'

const NOT_BEARER =
  'The Authorization header has no bearer token; send it as the word Bearer, a space and the token'

/** The token prefix of each bearer scheme. */
export const BEARER_PREFIXES: Readonly<Record<string, string>> = {
  ApiKeyBearer: API_KEY_PREFIX,
  RuntimeToken: RUNTIME_TOKEN_PREFIX,
  AdminSession: ADMIN_SESSION_PREFIX,
}

/**
 * Returns the problem of a request whose credentials no scheme accepted. The code depends on what was sent.
 */
export const unauthenticated =
  (cookie: string) =>
  (
    { security }: Pick<TableEntry, 'security'>,
    request: Pick<Incoming, 'headers'>,
  ): Unauthenticated => {
    const { headers } = request
    const schemes = security.flat()
    const code_by_scheme = codeFor(schemes, headers, cookie)
    const code =
      code_by_scheme === 'INVALID_API_KEY' && usesExpiredKey(request)
        ? 'API_KEY_EXPIRED'
        : code_by_scheme
    const is_duplicated =
      code === 'INVALID_SESSION' &&
      !hasHeaderCredential(headers) &&
      sessionCookies(headers, cookie).length > 1
    return {
      code,
      details: {
        headers: challengesOf(security),
        ...(is_duplicated && { message: twoCookies(cookie) }),
        ...(isMisplacedKey(schemes, headers) && { message: MISPLACED_KEY }),
        ...(code !== 'MISSING_API_KEY' && isNotBearer(headers) && { message: notBearer(schemes) }),
      },
    }
  }

/**
 * Returns whether an API key was sent as a bearer token, as many other services require, to an operation that takes it in its own header.
 */
const isMisplacedKey = (schemes: readonly string[], headers: Incoming['headers']): boolean =>
  schemes.includes('ApiKey') &&
  !schemes.includes('ApiKeyBearer') &&
  headers['x-api-key'] === undefined &&
  bearer({ headers })?.startsWith(API_KEY_PREFIX) === true

/** Returns whether the only credential in a header is an Authorization of another scheme, such as Basic, or without a scheme. */
const isNotBearer = (headers: Incoming['headers']): boolean =>
  headers['authorization'] !== undefined &&
  headers['x-api-key'] === undefined &&
  bearer({ headers }) === undefined

const notBearer = (schemes: readonly string[]): string =>
  schemes.includes('ApiKey')
    ? `${NOT_BEARER}, or send an API key in the X-API-Key header.`
    : `${NOT_BEARER}.`

function codeFor(
  schemes: readonly string[],
  headers: Incoming['headers'],
  cookie: string,
): ProblemCode {
  if (schemes.includes('ApiKey') && headers['x-api-key'] !== undefined) return 'INVALID_API_KEY'
  const bearers = schemes.filter((scheme) => scheme !== 'ApiKey' && scheme !== 'AdminCookie')
  if (bearers.length > 0 && headers['authorization'] !== undefined) {
    const scheme_of_token =
      bearers.length === 1
        ? bearers[0]
        : bearers.find((scheme) => bearer({ headers })?.startsWith(BEARER_PREFIXES[scheme]!))
    return scheme_of_token === undefined ? 'INVALID_BEARER_TOKEN' : INVALID[scheme_of_token]!
  }
  if (
    schemes.includes('AdminCookie') &&
    !hasHeaderCredential(headers) &&
    sessionCookies(headers, cookie).length > 0
  )
    return 'INVALID_SESSION'
  return schemes.includes('ApiKey') ? 'MISSING_API_KEY' : 'MISSING_BEARER_TOKEN'
}

/** Returns the header of a 401: every scheme that the operation accepts in a header (RFC 9110, section 11.6.1). */
export const challengesOf = (
  security: TableEntry['security'],
): { readonly 'WWW-Authenticate': string } => ({
  'WWW-Authenticate': security
    .flat()
    .filter((scheme) => scheme !== 'AdminCookie')
    .map(challenge)
    .join(', '),
})

/** Returns the header of a 401 from an operation that accepts a credential in the body: the name of its member. */
export const challengeInBody = (
  member: 'pin' | 'install_token' | 'refresh_token',
): ReturnType<typeof challengesOf> => ({
  'WWW-Authenticate': `Body realm="registry", member="${member}"`,
})

const challenge = (scheme: string): string =>
  scheme === 'ApiKey'
    ? 'ApiKey realm="registry", header="X-API-Key"'
    : `Bearer realm="registry", scheme="${scheme}"`
