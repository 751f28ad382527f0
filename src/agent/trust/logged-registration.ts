import { privateAgentHash } from '../../domain/transparency/entries.ts'
import { parseVerifierKey, type VerifierKey } from '../../domain/transparency/note.ts'
import { verifyProof } from '../../domain/transparency/proof.ts'

/** The part of a trust profile that the log is compared with. */
export interface LoggedProfile {
  readonly svc_id: string
  readonly public_key: string
  readonly log?: { readonly entry: string; readonly proof?: string; readonly salt?: string }
}

export interface LogKeys {
  /** The verifier key of the platform's log, as `/log/key` shows it. Take it from your own configuration, and not from the platform when you need it. */
  readonly log: string
  /** The verifier keys of witnesses that you trust. */
  readonly witnesses?: readonly string[]
  /** How many of the witnesses must have cosigned; default 0. */
  readonly quorum?: number
}

/** What a proof shows. Only `proved` means that the platform has committed to this agent and this key in public. */
export type LogVerdict =
  /** `pending`: the entry has no place in the log yet; ask again after some seconds. */
  | {
      readonly kind:
        'not_logged' | 'pending' | 'proof_invalid' | 'other_agent' | 'too_few_witnesses'
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
 * @throws TypeError if a key of the configuration is malformed
 */
export function verifyLoggedRegistration(profile: LoggedProfile, keys: LogKeys): LogVerdict {
  const { log } = profile
  if (!log) return { kind: 'not_logged' }
  if (log.proof === undefined) return { kind: 'pending' }
  const witnesses = (keys.witnesses ?? []).map(verifierKey)
  const proof = verifyProof(
    Buffer.from(log.entry, 'utf8'),
    log.proof,
    verifierKey(keys.log),
    witnesses,
  )
  if (!proof) return { kind: 'proof_invalid' }
  const entry = JSON.parse(log.entry) as Entry
  if (!isAbout(entry, profile, log.salt)) return { kind: 'other_agent' }
  const cosigned = new Set(
    proof.signatures.filter(({ time }) => time !== null).map(({ key }) => key.name),
  )
  if (cosigned.size < (keys.quorum ?? 0)) return { kind: 'too_few_witnesses' }
  return {
    kind: 'proved',
    type: entry.type,
    at: entry.at,
    size: proof.size,
    witnesses: [...cosigned],
  }
}

interface Entry {
  readonly type: string
  readonly at: string
  readonly agent?: { readonly svc_id: string; readonly public_key: string }
  readonly agent_hash?: string
}

const isAbout = (
  { agent, agent_hash }: Entry,
  profile: LoggedProfile,
  salt: string | undefined,
): boolean =>
  agent
    ? agent.svc_id === profile.svc_id && agent.public_key === profile.public_key
    : salt !== undefined && agent_hash === privateAgentHash(profile, Buffer.from(salt, 'hex'))

/** Parses a verifier key of the configuration. @throws TypeError if it is malformed */
export function verifierKey(text: string): VerifierKey {
  const key = parseVerifierKey(text)
  if (!key) throw new TypeError(`This is not a verifier key: ${text}`)
  return key
}
