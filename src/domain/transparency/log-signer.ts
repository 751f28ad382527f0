import type { Timestamp } from '../time.ts'
import { keysAt, noActiveKey, type KnownKeys, type OpenedKey } from '../trust/signing-keys.ts'
import type { LoggedKey } from './key-entries.ts'
import { ED25519, formatNote, formatVerifierKey, signNote } from './note.ts'

/** Signs the checkpoints of a log. */
export interface LogSigner {
  /** The name of the log. */
  readonly origin: string
  /**
   * Returns the verifier keys, as witnesses and monitors are configured with them: the newest first. During the overlap of a rotation
   * there are two.
   */
  keys(now: Timestamp): readonly string[]
  /**
   * Returns the signed note with this text, with a signature by each key that is active at this time.
   * @throws Error if no key is active, because a process that reads an unsigned checkpoint stops using all keys
   */
  sign(text: string, now: Timestamp): string
  /** Returns the keys of the platform that are not compromised, which the first entry of the log names. */
  platformKeys(): readonly LoggedKey[]
}

/** Creates the signer of the log with this name. */
export function createLogSigner(origin: string, keys: KnownKeys): LogSigner {
  const active = (now: Timestamp) =>
    keysAt(keys.current, 'log', now)
      .toReversed()
      .map(({ public_key, private_key }) => ({
        key: { name: origin, type: ED25519, public_key } as const,
        private_key,
      }))
  return {
    origin,
    keys: (now) => active(now).map(({ key }) => formatVerifierKey(key)),
    sign(text, now) {
      const signers = active(now)
      if (signers.length === 0) throw noActiveKey('log')
      return formatNote({
        text,
        signatures: signers.map(({ key, private_key }) => signNote(text, key, private_key)),
      })
    },
    platformKeys: () =>
      keys.current.filter(({ compromised_at }) => compromised_at === null).map(loggedKeyOf),
  }
}

/** Returns what the log says about a key. */
export const loggedKeyOf = ({
  key_id,
  use,
  public_key,
}: Pick<OpenedKey, 'key_id' | 'use' | 'public_key'>): LoggedKey => ({
  key_id,
  use,
  public_key: Buffer.from(public_key).toString('base64'),
})
