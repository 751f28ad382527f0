import { SIGNING_KEY } from '../limits.ts'
import { iso, later, ms, plus, SECOND_MS, type Timestamp } from '../time.ts'
import {
  keyStateAt,
  newKeyContent,
  type OpenedKey,
  type SigningKeyContent,
  type SigningKeyState,
  type SigningKeyUse,
} from './signing-keys.ts'

/** Changes to the sealed dates of one key. */
interface KeyChange {
  readonly key: OpenedKey
  readonly changes: Partial<SigningKeyContent>
}
/** The changes that follow from a decision about keys: a key to create, and new dates of stored keys. */
export interface KeyPlan {
  readonly kind: 'planned'
  readonly created: SigningKeyContent | undefined
  readonly changed: readonly KeyChange[]
}
export type RotationDecision =
  | KeyPlan
  /** An earlier rotation has not ended yet. */
  | { readonly kind: 'under_way'; readonly until: Timestamp }
export type RetirementDecision =
  | KeyPlan
  | { readonly kind: 'not_found' | 'only_key' }
  | { readonly kind: 'not_active'; readonly state: SigningKeyState }
export type CompromiseDecision =
  | KeyPlan
  | { readonly kind: 'not_found' }
  | { readonly kind: 'already'; readonly at: Timestamp }

/** Rounds up to whole seconds, because the published dates of keys are in whole seconds. */
const wholeSecond = (moment: Timestamp): Timestamp =>
  iso(Math.ceil(ms(moment) / SECOND_MS) * SECOND_MS)

const planned = (changed: readonly KeyChange[], created?: SigningKeyContent): KeyPlan => ({
  kind: 'planned',
  created,
  changed,
})

const usable = (keys: readonly OpenedKey[], use: SigningKeyUse): readonly OpenedKey[] =>
  keys.filter((key) => key.use === use && key.compromised_at === null)

/**
 * Plans a rotation (docs/specification/trust.md#key-rotation). A new key for statements is published at once and signs after the overlap,
 * when the old one is retired. A new key of the log signs at once, together with the old one, until the old one is retired.
 */
export function planRotation(
  keys: readonly OpenedKey[],
  { use, overlap_ms, now }: { use: SigningKeyUse; overlap_ms: number; now: Timestamp },
): RotationDecision {
  const current = usable(keys, use).filter((key) => keyStateAt(key, now) !== 'retired')
  const until = current
    .flatMap(({ active_at, retired_at }) => [active_at, retired_at ?? active_at])
    .reduce(later, now)
  if (current.length > 1 && until > now) return { kind: 'under_way', until }
  const change_at = wholeSecond(plus(now, overlap_ms))
  const active_at = use === 'log' || current.length === 0 ? now : change_at
  return planned(
    current.map((key) => ({ key, changes: { retired_at: change_at } })),
    newKeyContent(use, now, active_at),
  )
}

/**
 * Plans to retire a key earlier than its rotation would. The key signs for `notice_ms` more, until every process has read the change, and
 * until the successor has been published for `min_overlap_ms`, so that every receiver can know it.
 */
export function planRetirement(
  keys: readonly OpenedKey[],
  { key_id, now }: { key_id: string; now: Timestamp },
): RetirementDecision {
  const key = keys.find((each) => each.key_id === key_id)
  if (!key) return { kind: 'not_found' }
  const state = keyStateAt(key, now)
  if (state !== 'active') return { kind: 'not_active', state }
  const successor = usable(keys, key.use).findLast((each) => each.active_at > key.active_at)
  if (!successor || keyStateAt(successor, now) === 'retired') return { kind: 'only_key' }
  const known_at = plus(successor.created_at, SIGNING_KEY.min_overlap_ms)
  const retired_at = wholeSecond(later(known_at, plus(now, SIGNING_KEY.notice_ms)))
  if (key.retired_at !== null && key.retired_at <= retired_at) return planned([])
  const takesOver = successor.active_at > retired_at
  return planned([
    { key, changes: { retired_at } },
    ...(takesOver ? [{ key: successor, changes: { active_at: retired_at } }] : []),
  ])
}

/**
 * Plans to mark a key as compromised from now on. Unless another key is active and has no planned retirement, the successor signs at once;
 * if there is no successor, a new key is created.
 */
export function planCompromise(
  keys: readonly OpenedKey[],
  { key_id, now }: { key_id: string; now: Timestamp },
): CompromiseDecision {
  const key = keys.find((each) => each.key_id === key_id)
  if (!key) return { kind: 'not_found' }
  if (key.compromised_at !== null) return { kind: 'already', at: key.compromised_at }
  const change: KeyChange = { key, changes: { compromised_at: now } }
  const others = usable(keys, key.use).filter((each) => each !== key)
  if (others.some((each) => keyStateAt(each, now) === 'active' && each.retired_at === null))
    return planned([change])
  const successor = others.find((each) => keyStateAt(each, now) === 'planned')
  return successor
    ? // The clocks of other machines may be behind, and the key must be active there as well.
      planned([change, { key: successor, changes: { active_at: successor.created_at } }])
    : planned([change], newKeyContent(key.use, now))
}

/** Returns whether a later key has to re-sign those statements of this key that are still in force. */
export const needsSigningAgain = (
  { use, compromised_at, retired_at, signed_again_at }: OpenedKey,
  now: Timestamp,
): boolean => {
  if (use !== 'statements' || signed_again_at !== null) return false
  const ended_at = compromised_at ?? retired_at
  return ended_at !== null && plus(ended_at, SIGNING_KEY.settle_ms) <= now
}
