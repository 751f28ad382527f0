import { ADMIN_SESSION_MS } from '../domain/limits.ts'
import { ADMIN_SESSION_PREFIX } from '../domain/tokens.ts'
import type { Incoming } from '../contract/typed.ts'

/** The name that the contract gives the cookie of a session, and the one that it has over https. */
const NAME = 'svc_session'
/** Browsers take a cookie of this prefix from the very host alone, over https: a sibling domain cannot plant one (RFC 6265bis, 4.1.3.2). */
const HOST_NAME = `__Host-${NAME}`

/** What the cookie is called where browsers reach the service at this address. */
export const cookieName = (public_url: string): string =>
  new URL(public_url).protocol === 'https:' ? HOST_NAME : NAME

const TOKEN = new RegExp(`^${ADMIN_SESSION_PREFIX}[A-Za-z0-9_-]{43}$`)

type Headers = Incoming['headers']

/** All values that a request has for the cookie, as they stand there: names are exact, and nothing is decoded. */
export const sessionCookies = ({ cookie }: Headers, name: string): readonly string[] =>
  (cookie?.split(';') ?? [])
    .map((pair) => (pair.startsWith(' ') ? pair.slice(1) : pair))
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))

/** Whether somebody put a credential into a header: that one is meant, whatever cookies a browser adds by itself. */
export const isExplicit = (headers: Headers): boolean =>
  headers['authorization'] !== undefined || headers['x-api-key'] !== undefined

/** The token in the cookie, where the cookie counts. Of several cookies one is somebody else's, and nobody knows which. */
export function cookieToken(headers: Headers, name: string): string | undefined {
  const [value, ...others] = isExplicit(headers) ? [] : sessionCookies(headers, name)
  return value !== undefined && others.length === 0 && TOKEN.test(value) ? value : undefined
}

/** How browsers are told to keep the token of a session, and to forget it (RFC 6265bis, 4.1). */
export interface CookieWriter {
  keep(token: string): string
  readonly forget: string
}

/**
 * @param public_url where browsers reach the service: over https the cookie is the host's own, which makes its path `/`; else it travels to
 * the API only
 */
export function cookieWriter(public_url: string): CookieWriter {
  const name = cookieName(public_url)
  const path =
    name === HOST_NAME ? '/' : `${new URL(public_url).pathname.replace(/\/$/, '')}/api/v1`
  const secure = name === HOST_NAME ? '; Secure' : ''
  const write = (value: string, seconds: number) =>
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
  return { keep: (token) => write(token, ADMIN_SESSION_MS / 1000), forget: write('', 0) }
}
