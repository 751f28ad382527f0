import { DAY, MINUTE, SECOND } from '../../../test/kit/time.ts'
/**
 * This model states what the specification says about the life of an installation (docs/specification/installations.md#bootstrap and the
 * rules that follow it), written a second time and as briefly as possible. It shares no code with the server. Times are milliseconds since
 * the beginning of a life.
 */
const REPLAY = 60 * SECOND
const OVERLAP = 5 * MINUTE
const LIFETIME = 90 * DAY
const NEAR_EXPIRY = 7 * DAY
const SHUTDOWN = { usual: 30 * SECOND, most: 10 * MINUTE }
const UNUSED_KEPT = 16

export interface RuntimeToken {
  readonly text: string
  readonly version: number
  readonly expires: number
  dies: number
  used: boolean
  gone: boolean
}
export interface Installation {
  readonly id: string
  refresh: string
  readonly old_refresh: string[]
  readonly tokens: RuntimeToken[]
  versions: number
  recovered: boolean
  revoked: { readonly deadline: number } | undefined
  seen: number
}
export interface InstallToken {
  readonly text: string
  readonly expires: number
  consumed: { readonly at: number; readonly by: Installation } | undefined
}

export interface Life {
  now: number
  suspended: boolean
  readonly install_tokens: InstallToken[]
  readonly installations: Installation[]
}
export const newLife = (): Life => ({
  now: 0,
  suspended: false,
  install_tokens: [],
  installations: [],
})

export const made = (life: Life, text: string, minutes: number): void =>
  void life.install_tokens.push({ text, expires: life.now + minutes * MINUTE, consumed: undefined })

/** What an exchange of an install token is answered with. */
export function bootstrapOf(life: Life, token: InstallToken): 201 | 200 | 401 | 403 | 409 {
  if (!token.consumed) return token.expires <= life.now ? 401 : life.suspended ? 403 : 201
  const { at, by } = token.consumed
  return life.now - at < REPLAY && !by.revoked && !by.recovered ? 200 : 409
}

export function born(life: Life, token: InstallToken, id: string, refresh: string): Installation {
  const installation: Installation = {
    id,
    refresh,
    old_refresh: [],
    tokens: [],
    versions: 0,
    recovered: false,
    revoked: undefined,
    seen: life.now,
  }
  token.consumed = { at: life.now, by: installation }
  life.installations.push(installation)
  return installation
}

/** A version more: higher than any before; at most 16 that nobody used are kept. */
export function issued(life: Life, installation: Installation, text: string): RuntimeToken {
  const token: RuntimeToken = {
    text,
    version: (installation.versions += 1),
    expires: life.now + LIFETIME,
    dies: life.now + LIFETIME,
    used: false,
    gone: false,
  }
  installation.tokens.push(token)
  const unused = installation.tokens.filter(({ used, gone }) => !used && !gone)
  for (const old of unused.slice(0, Math.max(0, unused.length - UNUSED_KEPT))) old.gone = true
  return token
}

export const isAlive = (life: Life, token: RuntimeToken): boolean =>
  !token.gone && life.now < token.dies

/** The first use of a version gives all lower ones five minutes. */
export function used(life: Life, installation: Installation, token: RuntimeToken): void {
  if (token.used || installation.revoked) return
  token.used = true
  for (const lower of installation.tokens)
    if (lower.version < token.version) lower.dies = Math.min(lower.dies, life.now + OVERLAP)
}

export type LeaseAnswer =
  | { readonly status: 200; readonly successor: boolean; readonly terminate: boolean }
  | { readonly status: 401 | 403 }
export function leaseOf(life: Life, installation: Installation, token: RuntimeToken): LeaseAnswer {
  if (!isAlive(life, token)) return { status: 401 }
  if (!installation.revoked)
    return { status: 200, successor: token.expires - life.now <= NEAR_EXPIRY, terminate: false }
  return life.now < installation.revoked.deadline
    ? { status: 200, successor: false, terminate: true }
    : { status: 403 }
}

export const refreshOf = (installation: Installation, refresh: string): 200 | 401 =>
  !installation.revoked && installation.refresh === refresh ? 200 : 401

export const revoked = (
  life: Life,
  installation: Installation,
  timeout = SHUTDOWN.usual,
): number => {
  installation.revoked ??= { deadline: life.now + Math.min(timeout, SHUTDOWN.most) }
  return installation.revoked.deadline
}

/** Which installations a recovery may choose: one whose credentials have expired, else one seen least recently. */
export function recoverable(life: Life): 403 | 404 | readonly Installation[] {
  if (life.installations.length === 0) return 404
  const live = life.installations.filter((one) => !one.revoked)
  if (life.suspended || live.length === 0) return 403
  const expired = live.filter(({ tokens }) => !tokens.some((token) => isAlive(life, token)))
  const least = Math.min(...live.map(({ seen }) => seen))
  return expired.length > 0 ? expired : live.filter(({ seen }) => seen === least)
}

export function recovered(life: Life, installation: Installation, refresh: string): void {
  installation.old_refresh.push(installation.refresh)
  installation.refresh = refresh
  installation.recovered = true
  installation.seen = life.now
  for (const token of installation.tokens) token.gone = true
}
