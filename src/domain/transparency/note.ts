import type { KeyObject } from 'node:crypto'
import { createHash } from 'node:crypto'
import { decodeCanonicalBase64 } from '../crypto/encoding.ts'
import { signMessage, verifySignature } from '../crypto/ed25519.ts'
import { isSoundPublicKey } from '../crypto/public-key.ts'

/** The kinds of signatures that are known here: Ed25519 over the text, and the timestamped cosignature of a witness. */
export const ED25519 = 0x01
export const COSIGNATURE = 0x04
export type SignatureType = typeof ED25519 | typeof COSIGNATURE

const KEY_ID_BYTES = 4
const TIMESTAMP_BYTES = 8
/** Limits the signatures of a note, because anyone can add signatures and each takes time to verify. */
const MAX_SIGNATURES = 64
const SEPARATOR = '\n\n'

/** A key that verifies signatures of notes (C2SP signed-note, "Verifier keys"). */
export interface VerifierKey {
  readonly name: string
  readonly type: SignatureType
  /** Raw 32 bytes. */
  readonly public_key: Uint8Array
}

export interface NoteSignature {
  readonly name: string
  /** The first four bytes of a hash of name, type and key, in hexadecimal. */
  readonly key_id: string
  readonly bytes: Buffer
}

/** Text and the signatures below it. The text ends with a line feed. */
export interface Note {
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** A verified signature. */
export interface VerifiedSignature {
  readonly key: VerifierKey
  readonly signature: NoteSignature
  /** When a witness cosigned, in seconds since 1970; null for the signature of a log. */
  readonly time: number | null
}

/** Returns whether a string can be the name of a key: it is not empty, and it contains no white space, control characters or plus signs. */
export const isKeyName = (text: string): boolean =>
  text.length > 0 && text.isWellFormed() && !/[\s+\u0000-\u001f\u007f\u0085]/u.test(text)

/** Returns the id of a key, in hexadecimal. It distinguishes keys and is not a secure hash of them. */
export function keyIdOf({ name, type, public_key }: VerifierKey): string {
  return createHash('sha256')
    .update(`${name}\n`)
    .update(Uint8Array.of(type))
    .update(public_key)
    .digest('hex')
    .slice(0, 2 * KEY_ID_BYTES)
}

/** Returns the text form of a key: name, id, and type with key, separated by plus signs. */
export function formatVerifierKey(key: VerifierKey): string {
  const bytes = Buffer.concat([Uint8Array.of(key.type), key.public_key])
  return `${key.name}+${keyIdOf(key)}+${bytes.toString('base64')}`
}

/** Parses the text form of a key; returns undefined if it is malformed, of an unknown type, or an invalid or weak Ed25519 key. */
export function parseVerifierKey(text: string): VerifierKey | undefined {
  const [name = '', key_id = '', ...rest] = text.split('+')
  const bytes = decodeCanonicalBase64(rest.join('+'), 33) // Base64 itself may contain plus signs.
  if (!isKeyName(name) || !bytes) return undefined
  const type = bytes[0]
  if (type !== ED25519 && type !== COSIGNATURE) return undefined
  const key: VerifierKey = { name, type, public_key: new Uint8Array(bytes.subarray(1)) }
  return keyIdOf(key) === key_id && isSoundPublicKey(key.public_key) ? key : undefined
}

/** Parses a signed note (C2SP signed-note, "Format"); returns undefined if it is malformed. Nothing in it is verified. */
export function parseNote(note: string): Note | undefined {
  const end = note.lastIndexOf(SEPARATOR)
  if (end < 0 || !note.endsWith('\n') || /[\u0000-\u0009\u000b-\u001f]/.test(note)) return undefined
  const lines = note.slice(end + SEPARATOR.length, -1).split('\n')
  const signatures = lines.length > MAX_SIGNATURES ? [] : lines.map(parseSignature)
  return signatures.length > 0 && signatures.every((one) => one !== undefined)
    ? { text: note.slice(0, end + 1), signatures }
    : undefined
}

function parseSignature(line: string): NoteSignature | undefined {
  const [, name, encoded] = /^\u2014 (\S+) (\S+)$/u.exec(line) ?? []
  const bytes = decodeCanonicalBase64(encoded ?? '')
  if (!name || !isKeyName(name) || !bytes || bytes.length <= KEY_ID_BYTES) return undefined
  return {
    name,
    key_id: bytes.subarray(0, KEY_ID_BYTES).toString('hex'),
    bytes: bytes.subarray(KEY_ID_BYTES),
  }
}

/** Returns the text form of a note. */
export const formatNote = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map(formatSignature).join('')}`

/** Returns the line of a signature, with its line feed. */
export const formatSignature = ({ name, key_id, bytes }: NoteSignature): string =>
  `\u2014 ${name} ${Buffer.concat([Buffer.from(key_id, 'hex'), bytes]).toString('base64')}\n`

/** Signs the text of a note as its log. @param text ends with a line feed */
export function signNote(
  text: string,
  key: VerifierKey & { readonly type: typeof ED25519 },
  privateKey: KeyObject,
): NoteSignature {
  return {
    name: key.name,
    key_id: keyIdOf(key),
    bytes: Buffer.from(signMessage(privateKey, Buffer.from(text, 'utf8'))),
  }
}

/** Signs the text of a checkpoint as a witness, with the time of the signature (C2SP tlog-cosignature). @param time seconds since 1970 */
export function cosignNote(
  text: string,
  key: VerifierKey & { readonly type: typeof COSIGNATURE },
  privateKey: KeyObject,
  time: number,
): NoteSignature {
  const timestamp = Buffer.alloc(TIMESTAMP_BYTES)
  timestamp.writeBigUInt64BE(BigInt(time))
  const signature = signMessage(privateKey, cosignedBytes(text, time))
  return { name: key.name, key_id: keyIdOf(key), bytes: Buffer.concat([timestamp, signature]) }
}

const cosignedBytes = (text: string, time: number | bigint): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${time}\n${text}`, 'utf8')

/**
 * Verifies a note with known keys. Signatures of unknown keys are ignored, and so are all signatures of a known key except the first one,
 * because otherwise anyone could make a note grow by repeating a signature.
 * @returns the good signatures; undefined if the note is malformed, or if a signature of a known key is wrong
 */
export function verifyNote(
  note: string,
  keys: readonly VerifierKey[],
): (Note & { readonly verified: readonly VerifiedSignature[] }) | undefined {
  const parsed = parseNote(note)
  if (!parsed) return undefined
  const verified: VerifiedSignature[] = []
  for (const signature of parsed.signatures) {
    const key = keys.find(
      (known) => known.name === signature.name && keyIdOf(known) === signature.key_id,
    )
    if (!key || verified.some((one) => one.key === key)) continue
    const result = verifyOne(parsed.text, key, signature)
    if (!result) return undefined
    verified.push(result)
  }
  return { ...parsed, verified }
}

function verifyOne(
  text: string,
  key: VerifierKey,
  signature: NoteSignature,
): VerifiedSignature | undefined {
  const { bytes } = signature
  if (key.type === ED25519)
    return verifySignature(key.public_key, Buffer.from(text, 'utf8'), bytes)
      ? { key, signature, time: null }
      : undefined
  if (bytes.length <= TIMESTAMP_BYTES) return undefined
  const time = bytes.readBigUInt64BE(0)
  const message = cosignedBytes(text, time)
  return time <= BigInt(Number.MAX_SAFE_INTEGER) &&
    verifySignature(key.public_key, message, bytes.subarray(TIMESTAMP_BYTES))
    ? { key, signature, time: Number(time) }
    : undefined
}
