import type { OpenedKey } from '../trust/signing-keys.ts'
import { ED25519, formatNote, formatVerifierKey, signNote } from './note.ts'

/** Signs the checkpoints of a log. */
export interface LogSigner {
  /** The name of the log. */
  readonly origin: string
  /** The verifier key, as witnesses and monitors are configured with it. */
  readonly key: string
  /** Returns the signed note of a text. */
  sign(text: string): string
}

/** Returns the signer of the log with this name. */
export function createLogSigner(
  origin: string,
  { public_key, private_key }: Pick<OpenedKey, 'public_key' | 'private_key'>,
): LogSigner {
  const key = { name: origin, type: ED25519, public_key } as const
  return {
    origin,
    key: formatVerifierKey(key),
    sign: (text) => formatNote({ text, signatures: [signNote(text, key, private_key)] }),
  }
}
