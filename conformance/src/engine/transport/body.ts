import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { Limits } from './http.ts'
import { MAX_JSON_DEPTH, MAX_JSON_VALUES, MAX_RESPONSE } from '../memory.ts'

/** Thrown when a response exceeds a limit of the suite. The part that was read is dropped. */
export class LimitExceeded extends Error {}

/** While a body is read, each byte may occupy four: in a buffer that grows, and in the string made from it. */
const MEMORY_PER_BYTE = 4
/** The description of a run that records more than its share of the memory, which the user can raise. */
export const TOTAL_TOO_LARGE =
  'the recorded requests and responses together exceed a quarter of --max-memory; raise it'
/** Limits the number of chunks, because each takes time, however small it is. */
const MAX_CHUNKS = 50_000

/**
 * Collects the bytes of one body within the limits. Chunks are copied, because a chunk of one byte would keep the whole buffer that it
 * was read from in memory.
 */
export class BodyBuffer {
  readonly #limits: Limits
  #buffer = Buffer.alloc(0)
  #size = 0
  #reserved = 0
  #chunks = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @throws LimitExceeded */
  push(chunk: Uint8Array): void {
    const { bytes, budget } = this.#limits
    if ((this.#chunks += 1) > MAX_CHUNKS)
      throw new LimitExceeded(`the response has more than ${MAX_CHUNKS} chunks`)
    if (this.#size + chunk.length > bytes)
      throw new LimitExceeded(
        `the response is larger than ${bytes} bytes${bytes < MAX_RESPONSE ? '; a higher --max-memory allows more' : ''}`,
      )
    if (budget && !budget.reserve(chunk.length * MEMORY_PER_BYTE))
      throw new LimitExceeded(TOTAL_TOO_LARGE)
    this.#reserved += chunk.length * MEMORY_PER_BYTE
    if (this.#size + chunk.length > this.#buffer.length) this.#grow(this.#size + chunk.length)
    this.#buffer.set(chunk, this.#size)
    this.#size += chunk.length
  }

  /** Returns the bytes so far. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }

  /**
   * Returns all bytes as UTF-8 text and releases the buffer. The memory of the text stays reserved, and the caller releases it.
   * @throws LimitExceeded for JSON with too many or too deeply nested values
   */
  text(): string {
    checkJsonSize(this.bytes())
    const text = this.bytes().toString('utf8')
    // Reading has reserved more than the text needs, so this reservation cannot fail.
    this.release()
    this.#limits.budget?.reserve(memoryOfText(text))
    return text
  }

  /** Drops all bytes and releases their memory. */
  release(): void {
    this.#limits.budget?.release(this.#reserved)
    this.#reserved = 0
    this.#size = 0
    this.#buffer = Buffer.alloc(0)
  }

  #grow(size: number): void {
    const next = Buffer.alloc(
      Math.min(this.#limits.bytes, Math.max(size, this.#buffer.length * 2, 4096)),
    )
    this.#buffer.copy(next, 0, 0, this.#size)
    this.#buffer = next
  }
}

/** Returns the memory in bytes that a string occupies. Engines store at most two bytes for a character. */
export const memoryOfText = (text: string): number => text.length * 2

/** Counts the values of a JSON text before it is parsed. @throws LimitExceeded */
function checkJsonSize(bytes: Uint8Array): void {
  const first = bytes.find((byte) => byte > 0x20)
  if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) return
  let [values, depth] = [0, 0]
  for (let position = 0; position < bytes.length; position += 1) {
    const byte = bytes[position]
    if (byte === QUOTE) position = endOfString(bytes, position)
    const opens = byte === OPEN_OBJECT || byte === OPEN_ARRAY
    if (opens || byte === COMMA) values += 1
    if (opens) depth += 1
    if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1
    if (depth > MAX_JSON_DEPTH)
      throw new LimitExceeded(`the JSON of the response has more than ${MAX_JSON_DEPTH} levels`)
    if (values > MAX_JSON_VALUES)
      throw new LimitExceeded(`the JSON of the response has more than ${MAX_JSON_VALUES} values`)
  }
}

/** Returns whether a JSON text has too many or too deeply nested values to be parsed. */
export function exceedsJsonLimits(text: string): boolean {
  try {
    checkJsonSize(Buffer.from(text))
    return false
  } catch {
    return true
  }
}

/** Returns the position of the quote that ends the string starting at a position. */
function endOfString(bytes: Uint8Array, start: number): number {
  let position = start + 1
  while (position < bytes.length && bytes[position] !== QUOTE)
    position += bytes[position] === BACKSLASH ? 2 : 1
  return position
}

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY, COMMA, QUOTE, BACKSLASH] = [
  ...Buffer.from('{}[],"\\'),
] as [number, number, number, number, number, number, number]

/** Limits the decoders that run at once, because each may need a window of 16 MiB. */
const MAX_DECODERS = 2
let decoders = 0
const waiting: (() => void)[] = []

/**
 * Decodes a body by its content coding (RFC 9110, section 8.4). The limits also apply to the decoded bytes, and nothing beyond them is
 * produced. A body with an unknown coding is returned unchanged.
 * @throws LimitExceeded, or the zlib error if the bytes do not have that coding
 */
export async function decodeContent(
  encoded: BodyBuffer,
  coding: string | undefined,
  limits: Limits,
  signal: AbortSignal,
): Promise<BodyBuffer> {
  const createDecoder = decoderFor(coding?.trim().toLowerCase(), encoded.bytes())
  if (encoded.bytes().length === 0 || createDecoder === undefined) return encoded
  while (decoders >= MAX_DECODERS) await new Promise<void>((resolve) => waiting.push(resolve))
  decoders += 1
  const decoded = new BodyBuffer(limits)
  const decoder = createDecoder()
  const abort = (): void => void decoder.destroy(new Error('aborted'))
  signal.addEventListener('abort', abort)
  try {
    signal.throwIfAborted()
    decoder.end(encoded.bytes())
    for await (const chunk of decoder as AsyncIterable<Buffer>) decoded.push(chunk)
    return decoded
  } catch (cause) {
    decoded.release()
    throw cause
  } finally {
    signal.removeEventListener('abort', abort)
    decoder.destroy()
    encoded.release()
    decoders -= 1
    waiting.shift()?.()
  }
}

type Decoder = ReturnType<typeof createGunzip>

function decoderFor(coding: string | undefined, bytes: Uint8Array): (() => Decoder) | undefined {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip
    // Some servers send the raw stream under this name.
    case 'deflate':
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? createInflate : createInflateRaw
    case 'br':
      return createBrotliDecompress
    default:
      return undefined
  }
}
