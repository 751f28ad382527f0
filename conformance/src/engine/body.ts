import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { Limits } from './http.ts'
import { DEEPEST, MOST_VALUES } from './memory.ts'

/** The answer is more than the suite takes; what was read until then is dropped. */
export class TooLarge extends Error {}

/** A buffer that grows, the string made of it: what a byte costs while it is read. */
const COST = 4
/** Each piece costs time, however small it is. */
const MOST_PIECES = 50_000

/**
 * Takes the bytes of one body in, whatever pieces they come in, and refuses them at the limits. Pieces are copied, since a piece of one
 * byte holds on to the whole of what was read with it.
 */
export class Intake {
  readonly #limits: Limits
  #buffer = Buffer.alloc(0)
  #size = 0
  #taken = 0
  #pieces = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @throws TooLarge */
  push(chunk: Uint8Array): void {
    const { bytes, ledger } = this.#limits
    if ((this.#pieces += 1) > MOST_PIECES)
      throw new TooLarge(`The answer comes in more than ${MOST_PIECES} pieces.`)
    if (this.#size + chunk.length > bytes)
      throw new TooLarge(`The answer is larger than ${bytes} bytes.`)
    if (ledger && !ledger.take(chunk.length * COST))
      throw new TooLarge('The answers are larger in all than --max-memory allows.')
    this.#taken += chunk.length * COST
    if (this.#size + chunk.length > this.#buffer.length) this.#grow(this.#size + chunk.length)
    this.#buffer.set(chunk, this.#size)
    this.#size += chunk.length
  }

  /** The bytes so far. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }

  /** The text of all bytes, read as UTF-8. From now on it counts as held by whoever has it. @throws TooLarge for JSON of too many or too deep values */
  text(): string {
    countValues(this.bytes())
    const text = this.bytes().toString('utf8')
    // What reading took is always more than what is kept.
    this.drop()
    this.#limits.ledger?.take(heldBy(text))
    return text
  }

  /** Lets go of everything. */
  drop(): void {
    this.#limits.ledger?.give(this.#taken)
    this.#taken = 0
    this.#size = 0
    this.#buffer = Buffer.alloc(0)
  }

  #grow(least: number): void {
    const next = Buffer.alloc(
      Math.min(this.#limits.bytes, Math.max(least, this.#buffer.length * 2, 4096)),
    )
    this.#buffer.copy(next, 0, 0, this.#size)
    this.#buffer = next
  }
}

/** What a text costs as long as it is kept: engines hold it with one byte or two for a character. */
export const heldBy = (text: string): number => text.length * 2

/** Counts what a JSON text would become before anything is made of it. @throws TooLarge */
function countValues(bytes: Uint8Array): void {
  const begins = bytes.find((byte) => byte > 0x20)
  if (begins !== OPEN_OBJECT && begins !== OPEN_ARRAY) return
  let [values, depth] = [0, 0]
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place]
    if (byte === QUOTE) place = endOfString(bytes, place)
    const opens = byte === OPEN_OBJECT || byte === OPEN_ARRAY
    if (opens || byte === COMMA) values += 1
    if (opens) depth += 1
    if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1
    if (depth > DEEPEST)
      throw new TooLarge(`The answer is JSON that is nested deeper than ${DEEPEST}.`)
    if (values > MOST_VALUES)
      throw new TooLarge(`The answer is JSON of more than ${MOST_VALUES} values.`)
  }
}

/** Where a string ends that begins at a place. */
function endOfString(bytes: Uint8Array, begins: number): number {
  let place = begins + 1
  while (place < bytes.length && bytes[place] !== QUOTE) place += bytes[place] === BACKSLASH ? 2 : 1
  return place
}

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY, COMMA, QUOTE, BACKSLASH] = [
  ...Buffer.from('{}[],"\\'),
] as [number, number, number, number, number, number, number]

/** So many are inflated at once: each takes a window of up to 16 MiB of its own, and none of them waits for anybody. */
const INFLATERS = 2
let inflating = 0
const waiting: (() => void)[] = []

/**
 * Undoes a content coding (RFC 9110, section 8.4), piece by piece: the limits hold for what comes out, and nothing is made beyond them.
 * An encoding that is none of the known ones stays as it is.
 * @throws TooLarge, or what zlib says of bytes that are of another coding
 */
export async function inflated(
  packed: Intake,
  encoding: string | undefined,
  limits: Limits,
  signal: AbortSignal,
): Promise<Intake> {
  const open = decoderOf(encoding?.trim().toLowerCase(), packed.bytes())
  if (packed.bytes().length === 0 || open === undefined) return packed
  while (inflating >= INFLATERS) await new Promise<void>((resolve) => waiting.push(resolve))
  inflating += 1
  const plain = new Intake(limits)
  const decoder = open()
  const abort = (): void => void decoder.destroy(new Error('aborted'))
  signal.addEventListener('abort', abort)
  try {
    signal.throwIfAborted()
    decoder.end(packed.bytes())
    for await (const chunk of decoder as AsyncIterable<Buffer>) plain.push(chunk)
    return plain
  } catch (cause) {
    plain.drop()
    throw cause
  } finally {
    signal.removeEventListener('abort', abort)
    decoder.destroy()
    packed.drop()
    inflating -= 1
    waiting.shift()?.()
  }
}

type Decoder = ReturnType<typeof createGunzip>

function decoderOf(encoding: string | undefined, bytes: Uint8Array): (() => Decoder) | undefined {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip
    // Some servers send the bare stream under this name.
    case 'deflate':
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? createInflate : createInflateRaw
    case 'br':
      return createBrotliDecompress
    default:
      return undefined
  }
}
