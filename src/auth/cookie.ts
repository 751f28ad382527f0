import { ADMIN_SESSION_MS } from '../domain/limits.ts'
import { ADMIN_SESSION_PREFIX } from '../domain/tokens.ts'
import type { Incoming } from '../contract/typed.ts'

/** The name that the contract gives the cookie of a session. */
export const SESSION_COOKIE = 'svc_session'
const TOKEN = new RegExp(`^${ADMIN_SESSION_PREFIX}[A-Za-z0-9_-]{43}$`)

type Headers = Incoming['headers']

/** All values that a request has for the cookie, as they stand there: names are exact, and nothing is decoded. */
export const sessionCookies = ({ cookie }: Headers): readonly string[] =>
  (cookie?.split(';') ?? [])
    .map((pair) => (pair.startsWith(' ') ? pair.slice(1) : pair))
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1))

/** Whether somebody put a credential into a header: that one is meant, whatever cookies a browser adds by itself. */
export const isExplicit = (headers: Headers): boolean => headers['authorization'] !== undefined || headers['x-api-key'] !== undefined

/** The token in the cookie, where the cookie counts. Of several cookies one is somebody else's, and nobody knows which. */
export function cookieToken(headers: Headers): string | undefined {
  const [value, ...others] = isExplicit(headers) ? [] : sessionCookies(headers)
  return value !== undefined && others.length === 0 && TOKEN.test(value) ? value : undefined
}

/** How browsers are told to keep the token of a session, and to forget it (RFC 6265bis, 4.1). */
export interface CookieWriter {
  keep(token: string): string
  readonly forget: string
}

/** @param public_url where browsers reach the service: the cookie travels to its API only, and over https where that is https */
export function cookieWriter(public_url: string): CookieWriter {
  const { protocol, pathname } = new URL(public_url)
  const path = `${pathname.replace(/\/$/, '')}/api/v1`
  const secure = protocol === 'https:' ? '; Secure' : ''
  const write = (value: string, seconds: number) => `${SESSION_COOKIE}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
  return { keep: (token) => write(token, ADMIN_SESSION_MS / 1000), forget: write('', 0) }
}
