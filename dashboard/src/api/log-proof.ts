/**
 * Verifies proofs of the transparency log in the browser alone: RFC 6962 inclusion, C2SP signed-note, tlog-checkpoint and
 * tlog-proof. It shares no code with the registry, whose statements it does not trust.
 */

type Bytes = Uint8Array<ArrayBuffer>

/** What a proof shows: the size of the log that it is about, or what is wrong with it. */
export type ProofResult =
  | { readonly kind: 'proved'; readonly size: number; readonly index: number }
  | { readonly kind: 'not_proved'; readonly reason: string }
  /** The browser cannot verify Ed25519 signatures, or offers its cryptography API only to pages loaded over HTTPS. */
  | { readonly kind: 'cannot_check' }

interface LogKey {
  readonly name: string
  /** The four bytes by which signatures identify the key. */
  readonly id: Bytes
  readonly public_key: Bytes
}
interface Proof {
  readonly index: number
  readonly path: readonly Bytes[]
  readonly checkpoint: string
}

const HEADER = 'c2sp.org/tlog-proof@v1'
const ED25519 = 1
const [HASH_BYTES, KEY_ID_BYTES, KEY_BYTES] = [32, 4, 32]

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
const concat = (...parts: readonly ArrayLike<number>[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => Array.from(part)))
const isEqual = (a: Bytes, b: Bytes): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
const sha256 = async (...parts: readonly ArrayLike<number>[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', concat(...parts)))

const hexOf = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns the hexadecimal SHA-256 of some bytes. */
export const sha256Hex = async (...parts: readonly ArrayLike<number>[]): Promise<string> =>
  hexOf(await sha256(...parts))

function decodeBase64(text: string): Bytes | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    return btoa(String.fromCharCode(...bytes)) === text ? bytes : undefined
  } catch {
    return undefined
  }
}

/**
 * Verifies that a log contains an entry. @param keys the verifier keys of the log, one per line; while they are rotated, there are two
 */
export async function verifyLogProof(
  entry: string,
  proof: string,
  keys: string,
): Promise<ProofResult> {
  if (!globalThis.crypto?.subtle) return { kind: 'cannot_check' }
  const logs = await Promise.all(keys.trim().split('\n').map(parseKey))
  if (!logs.every((key) => key !== undefined))
    return failed('The response from /log/key is not a valid log key.')
  const parsed = parseProof(proof)
  if (!parsed) return failed('The proof is damaged.')
  const signed = await Promise.all(
    logs.map(async (log) => ({ log, text: await signedText(parsed.checkpoint, log) })),
  )
  if (signed.some(({ text }) => text === 'cannot_check')) return { kind: 'cannot_check' }
  const { log, text } = signed.find((one) => one.text !== undefined) ?? {}
  if (log === undefined || text === undefined)
    return failed('The log’s key did not sign this state of the log.')
  const [origin, sizeLine = '', rootLine = ''] = text.split('\n')
  const root = decodeBase64(rootLine)
  if (origin !== log.name || !/^[1-9]\d{0,14}$/.test(sizeLine) || root?.length !== HASH_BYTES)
    return failed('The signed state of the log is damaged or belongs to another log.')
  const size = Number(sizeLine)
  const computed = await rootOf(await sha256([0], utf8(entry)), parsed, size)
  return computed && isEqual(computed, root)
    ? { kind: 'proved', size, index: parsed.index }
    : failed('The log does not contain this entry.')
}

const failed = (reason: string): ProofResult => ({ kind: 'not_proved', reason })

/** Parses a verifier key: name, id, and type with key, separated by plus signs. */
async function parseKey(text: string): Promise<LogKey | undefined> {
  const [name = '', id = '', ...encoded] = text.split('+')
  const bytes = decodeBase64(encoded.join('+'))
  if (name === '' || bytes?.length !== 1 + KEY_BYTES || bytes[0] !== ED25519) return undefined
  const hash = await sha256(utf8(`${name}\n`), bytes)
  const idBytes = hash.slice(0, KEY_ID_BYTES)
  return hexOf(idBytes) === id ? { name, id: idBytes, public_key: bytes.slice(1) } : undefined
}

function parseProof(text: string): Proof | undefined {
  const end = text.indexOf('\n\n')
  const [header, ...rest] = text.slice(0, Math.max(0, end)).split('\n')
  const [indexLine = '', ...hashes] = rest[0]?.startsWith('extra ') ? rest.slice(1) : rest
  const index = /^index (0|[1-9]\d{0,14})$/.exec(indexLine)?.[1]
  const path = hashes.map(decodeBase64)
  return header === HEADER && index !== undefined && path.every(isHash)
    ? { index: Number(index), path, checkpoint: text.slice(end + 2) }
    : undefined
}
const isHash = (bytes: Bytes | undefined): bytes is Bytes => bytes?.length === HASH_BYTES

/** Returns the text of a note if the key signed it. Signatures by other keys, such as those of witnesses, are ignored. */
async function signedText(note: string, key: LogKey): Promise<string | 'cannot_check' | undefined> {
  const end = note.lastIndexOf('\n\n')
  if (end < 0) return undefined
  const text = note.slice(0, end + 1)
  for (const line of note.slice(end + 2).split('\n')) {
    const [, name, encoded = ''] = /^\u2014 (\S+) (\S+)$/u.exec(line) ?? []
    const bytes = decodeBase64(encoded)
    if (name !== key.name || !bytes || !isEqual(bytes.slice(0, KEY_ID_BYTES), key.id)) continue
    const good = await isSigned(utf8(text), bytes.slice(KEY_ID_BYTES), key.public_key)
    if (good !== true) return good
    return text
  }
  return undefined
}

/** Returns true for a good signature, undefined for a wrong one. */
async function isSigned(
  text: Bytes,
  signature: Bytes,
  public_key: Bytes,
): Promise<true | 'cannot_check' | undefined> {
  try {
    const key = await crypto.subtle.importKey('raw', public_key, 'Ed25519', false, ['verify'])
    return (await crypto.subtle.verify('Ed25519', key, signature, text)) ? true : undefined
  } catch {
    return 'cannot_check'
  }
}

/** Returns the root to which an inclusion proof leads (RFC 9162, section 2.1.3.2); undefined if it does not fit the tree. */
async function rootOf(
  leaf: Bytes,
  { index, path }: Proof,
  size: number,
): Promise<Bytes | undefined> {
  if (index >= size) return undefined
  let [position, last, hash] = [index, size - 1, leaf]
  const half = () => {
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  for (const other of path) {
    if (last === 0) return undefined
    const isRight = position % 2 === 1 || position === last
    hash = isRight ? await sha256([1], other, hash) : await sha256([1], hash, other)
    // The last node of a level without a sibling moves up.
    while (isRight && position % 2 === 0 && position !== 0) half()
    half()
  }
  return last === 0 ? hash : undefined
}
