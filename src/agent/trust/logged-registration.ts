import { privateAgentHash } from '../../domain/transparency/entries.ts'
import { parseVerifierKey, type VerifierKey } from '../../domain/transparency/note.ts'
import { verifyProof } from '../../domain/transparency/proof.ts'

/** The part of a trust profile that the log is compared with. */
export interface LoggedProfile {
  readonly svc_id: string
  readonly public_key: string
  readonly log?: { readonly entry: string; readonly proof?: string; readonly salt?: string }
}

/** A key that the log no longer uses. */
export interface RetiredLogKey {
  readonly key: string
  /** When it was retired (RFC 3339). It proves no entry that was made then or later. */
  readonly retired_at: string
}

export interface LogKeys {
  /**
   * The verifier key of the platform's log, as `/log/key` shows it, or several if the log has rotated its key. Read them from your own
   * configuration instead of fetching them from the platform when you need them.
   */
  readonly log: string | readonly (string | RetiredLogKey)[]
  /** The verifier keys of witnesses that you trust. */
  readonly witnesses?: readonly string[]
  /** How many of the witnesses must have cosigned; default 0. */
  readonly quorum?: number
}

/** What a proof shows. Only `proved` means that the platform has committed to this agent and this key in public. */
export type LogVerdict =
  /** `pending`: the entry is not in the log yet; ask again after a few seconds. */
  | {
      readonly kind:
        | 'not_logged'
        | 'pending'
        | 'proof_invalid'
        | 'other_agent'
        | 'too_few_witnesses'
    }
  | {
      readonly kind: 'proved'
      /** The kind of the last entry about the agent, such as `agent.registered` or `agent.suspended`. */
      readonly type: string
      /** When the entry was made, as the platform states it. */
      readonly at: string
      /** The number of entries in the log that the proof is about. */
      readonly size: number
      /** The names of the witnesses that cosigned. */
      readonly witnesses: readonly string[]
    }

/**
 * Verifies that a platform's transparency log contains what its trust profile says about an agent
 * (docs/specification/transparency.md#proofs). It needs no network.
 * @throws TypeError if a configured key is malformed
 */
export function verifyLoggedRegistration(profile: LoggedProfile, keys: LogKeys): LogVerdict {
  const { log } = profile
  if (!log) return { kind: 'not_logged' }
  if (log.proof === undefined) return { kind: 'pending' }
  const entry = parseEntry(log.entry)
  const verified = verifyEntry(log.entry, entry?.at, log.proof, keys)
  if (!entry || !verified) return { kind: 'proof_invalid' }
  if (!isAbout(entry, profile, log.salt)) return { kind: 'other_agent' }
  const { size, witnesses } = verified
  if (witnesses.length < (keys.quorum ?? 0)) return { kind: 'too_few_witnesses' }
  return { kind: 'proved', type: entry.type, at: entry.at, size, witnesses }
}

interface Entry {
  readonly type: string
  readonly at: string
  readonly agent?: { readonly svc_id: string; readonly public_key: string }
  readonly agent_hash?: string
}

function parseEntry(text: string): Entry | undefined {
  try {
    const entry = JSON.parse(text) as Partial<Entry> | null
    return typeof entry?.at === 'string' && typeof entry.type === 'string'
      ? (entry as Entry)
      : undefined
  } catch {
    return undefined
  }
}

const isAbout = (
  { agent, agent_hash }: Entry,
  profile: LoggedProfile,
  salt: string | undefined,
): boolean =>
  agent
    ? agent.svc_id === profile.svc_id && agent.public_key === profile.public_key
    : salt !== undefined && agent_hash === privateAgentHash(profile, Buffer.from(salt, 'hex'))

/** The size of the log that a proof is about, and the names of the trusted witnesses that cosigned it. */
interface VerifiedEntry {
  readonly size: number
  readonly witnesses: readonly string[]
}

/**
 * Verifies that the log contains an entry, with one of the keys of the log that had not been retired when the entry was made.
 * @param at when the entry was made; undefined if it does not state that, and then nothing is verified
 * @throws TypeError if a configured key is malformed
 */
export function verifyEntry(
  text: string,
  at: string | undefined,
  proof: string,
  { log, witnesses = [] }: LogKeys,
): VerifiedEntry | undefined {
  const trusted = witnesses.map(verifierKey)
  if (at === undefined) return undefined
  const verified = (typeof log === 'string' ? [log] : log)
    .map((one) => (typeof one === 'string' ? { key: one } : one))
    .map((one) => ({ key: verifierKey(one.key), end: endOf(one) }))
    .filter(({ end }) => Date.parse(at) < end)
    .map(({ key }) => verifyProof(Buffer.from(text, 'utf8'), proof, key, trusted))
    .find((result) => result !== undefined)
  if (!verified) return undefined
  const cosigned = verified.signatures.filter(({ time }) => time !== null)
  return { size: verified.size, witnesses: [...new Set(cosigned.map(({ key }) => key.name))] }
}

function endOf({ retired_at }: Partial<RetiredLogKey>): number {
  const end = retired_at === undefined ? Infinity : Date.parse(retired_at)
  if (Number.isNaN(end)) throw new TypeError(`This is not a date: ${retired_at}`)
  return end
}

/** Parses a configured verifier key. @throws TypeError if it is malformed */
function verifierKey(text: string): VerifierKey {
  const key = parseVerifierKey(text)
  if (!key) throw new TypeError(`This is not a verifier key: ${text}`)
  return key
}
