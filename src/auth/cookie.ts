import { ADMIN_SESSION_MS } from '../domain/limits.ts'
import { ADMIN_SESSION_PREFIX } from '../domain/tokens.ts'
import type { Incoming } from '../contract/typed.ts'

/** The name of the session cookie in the contract and over plain http. */
const NAME = 'svc_session'
/**
 * The name of the session cookie over https. Browsers accept a cookie with this prefix only over https and only from the host itself, so a
 * sibling domain cannot set one (RFC 6265bis, 4.1.3.2).
 */
const HOST_NAME = `__Host-${NAME}`

/** Returns the name of the session cookie for a service at this address. */
export const cookieName = (public_url: string): string =>
  new URL(public_url).protocol === 'https:' ? HOST_NAME : NAME

const TOKEN = new RegExp(`^${ADMIN_SESSION_PREFIX}[A-Za-z0-9_-]{43}$`)

type Headers = Incoming['headers']

/** Returns all values of the cookie in a request. Names are compared exactly, and nothing is decoded. */
export const sessionCookies = ({ cookie }: Headers, name: string): readonly string[] =>
  (cookie?.split(';') ?? [])
    .map((pair) => (pair.startsWith(' ') ? pair.slice(1) : pair))
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))

/**
 * Returns whether a request has a credential in a header. Such a credential takes precedence over the cookies that a browser attaches
 * automatically.
 */
export const hasHeaderCredential = (headers: Headers): boolean =>
  headers['authorization'] !== undefined || headers['x-api-key'] !== undefined

/**
 * Returns the token in the session cookie, unless a header takes precedence. If there are several cookies with this name, another site may
 * have set one of them, so none is accepted.
 */
export function cookieToken(headers: Headers, name: string): string | undefined {
  const [value, ...others] = hasHeaderCredential(headers) ? [] : sessionCookies(headers, name)
  return value !== undefined && others.length === 0 && TOKEN.test(value) ? value : undefined
}

/** Writes the Set-Cookie headers that store and delete the session token (RFC 6265bis, 4.1). */
export interface CookieWriter {
  set(token: string): string
  readonly clear: string
}

/**
 * Creates the cookie writer.
 * @param public_url where browsers reach the service: over https the cookie belongs to the host, which requires the path `/`; otherwise
 * it is sent to the API only
 */
export function cookieWriter(public_url: string): CookieWriter {
  const name = cookieName(public_url)
  const path =
    name === HOST_NAME ? '/' : `${new URL(public_url).pathname.replace(/\/$/, '')}/api/v1`
  const secure = name === HOST_NAME ? '; Secure' : ''
  const write = (value: string, seconds: number) =>
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
  return { set: (token) => write(token, ADMIN_SESSION_MS / 1000), clear: write('', 0) }
}
