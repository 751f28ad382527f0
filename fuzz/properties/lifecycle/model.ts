import { DAY, MINUTE, SECOND } from '../../../test/kit/time.ts'

// This model implements the specified lifecycle of installations (docs/specification/installations.md#bootstrap and the rules that
// follow it) a second time, as briefly as possible and without code of the server. Times are milliseconds since the start of a sequence.

const REPLAY = 60 * SECOND
const OVERLAP = 5 * MINUTE
const LIFETIME = 90 * DAY
const NEAR_EXPIRY = 7 * DAY
const SHUTDOWN = { default: 30 * SECOND, max: 10 * MINUTE }
const INTERVAL = { default: MINUTE, min: 5 * SECOND, max: 60 * MINUTE }
const UNUSED_KEPT = 16

export interface RuntimeToken {
  readonly text: string
  readonly version: number
  readonly expires: number
  valid_until: number
  used: boolean
  deleted: boolean
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
  /** Milliseconds between heartbeats. */
  interval: number
}
export interface InstallToken {
  readonly text: string
  readonly expires: number
  consumed: { readonly at: number; readonly by: Installation } | undefined
}

export interface LifecycleModel {
  now: number
  suspended: boolean
  readonly install_tokens: InstallToken[]
  readonly installations: Installation[]
}
export const newModel = (): LifecycleModel => ({
  now: 0,
  suspended: false,
  install_tokens: [],
  installations: [],
})

export const addInstallToken = (model: LifecycleModel, text: string, minutes: number): void =>
  void model.install_tokens.push({
    text,
    expires: model.now + minutes * MINUTE,
    consumed: undefined,
  })

/** Returns the status of the response to an exchange of an install token. */
export function bootstrapStatus(
  model: LifecycleModel,
  token: InstallToken,
): 201 | 200 | 401 | 403 | 409 {
  if (!token.consumed) return token.expires <= model.now ? 401 : model.suspended ? 403 : 201
  const { at, by } = token.consumed
  return model.now - at < REPLAY && !by.revoked && !by.recovered ? 200 : 409
}

export function addInstallation(
  model: LifecycleModel,
  token: InstallToken,
  id: string,
  refresh: string,
): Installation {
  const installation: Installation = {
    id,
    refresh,
    old_refresh: [],
    tokens: [],
    versions: 0,
    recovered: false,
    revoked: undefined,
    seen: model.now,
    interval: INTERVAL.default,
  }
  token.consumed = { at: model.now, by: installation }
  model.installations.push(installation)
  return installation
}

/** Issues a runtime token with the next version, and deletes the oldest unused tokens beyond 16. */
export function issueToken(
  model: LifecycleModel,
  installation: Installation,
  text: string,
): RuntimeToken {
  const token: RuntimeToken = {
    text,
    version: (installation.versions += 1),
    expires: model.now + LIFETIME,
    valid_until: model.now + LIFETIME,
    used: false,
    deleted: false,
  }
  installation.tokens.push(token)
  const unused = installation.tokens.filter(({ used, deleted }) => !used && !deleted)
  for (const old of unused.slice(0, Math.max(0, unused.length - UNUSED_KEPT))) old.deleted = true
  return token
}

const isValid = (model: LifecycleModel, token: RuntimeToken): boolean =>
  !token.deleted && model.now < token.valid_until

/** Records a use. The first use of a version limits all lower versions to five minutes. */
export function recordUse(
  model: LifecycleModel,
  installation: Installation,
  token: RuntimeToken,
): void {
  if (token.used || installation.revoked) return
  token.used = true
  for (const lower of installation.tokens)
    if (lower.version < token.version)
      lower.valid_until = Math.min(lower.valid_until, model.now + OVERLAP)
}

/** Records a heartbeat that renewed the lease, with the interval that it stated, in seconds. */
export function recordHeartbeat(
  model: LifecycleModel,
  installation: Installation,
  interval: number | undefined,
): void {
  installation.seen = model.now
  if (interval !== undefined)
    installation.interval = Math.min(INTERVAL.max, Math.max(INTERVAL.min, interval * SECOND))
}

export type LeaseResponse =
  | { readonly status: 200; readonly successor: boolean; readonly terminate: boolean }
  | { readonly status: 401 | 403 }
export function expectedLease(
  model: LifecycleModel,
  installation: Installation,
  token: RuntimeToken,
): LeaseResponse {
  if (!isValid(model, token)) return { status: 401 }
  if (!installation.revoked)
    return { status: 200, successor: token.expires - model.now <= NEAR_EXPIRY, terminate: false }
  return model.now < installation.revoked.deadline
    ? { status: 200, successor: false, terminate: true }
    : { status: 403 }
}

export const refreshStatus = (installation: Installation, refresh: string): 200 | 401 =>
  !installation.revoked && installation.refresh === refresh ? 200 : 401

export const recordRevocation = (
  model: LifecycleModel,
  installation: Installation,
  timeout: number | undefined,
): number => {
  const allowed =
    timeout === undefined
      ? installation.interval + SHUTDOWN.default
      : Math.min(timeout, SHUTDOWN.max)
  installation.revoked ??= { deadline: model.now + allowed }
  return installation.revoked.deadline
}

/**
 * Returns the installations that a recovery may choose: those with expired credentials, or else the least recently seen. A number is the
 * status of a refusal.
 */
export function recoveryCandidates(model: LifecycleModel): 403 | 404 | readonly Installation[] {
  if (model.installations.length === 0) return 404
  const live = model.installations.filter((one) => !one.revoked)
  if (model.suspended || live.length === 0) return 403
  const expired = live.filter(({ tokens }) => !tokens.some((token) => isValid(model, token)))
  const oldest = Math.min(...live.map(({ seen }) => seen))
  return expired.length > 0 ? expired : live.filter(({ seen }) => seen === oldest)
}

export function recordRecovery(
  model: LifecycleModel,
  installation: Installation,
  refresh: string,
): void {
  installation.old_refresh.push(installation.refresh)
  installation.refresh = refresh
  installation.recovered = true
  installation.seen = model.now
  for (const token of installation.tokens) token.deleted = true
}
