import { createHash } from 'node:crypto'
import { PassThrough, type Duplex, type Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { extract, type Extract, type Header } from 'tar-stream'
import { ScanFailed } from '../../domain/images/failures.ts'
import {
  MAX_ENTRIES,
  UNPACKED_BYTES,
  UNPACK_RATIO,
  UNPACK_RATIO_FROM_BYTES,
} from '../../domain/images/limits.ts'
import type { Descriptor } from '../../domain/images/manifest.ts'
import { chunksOf } from './streams.ts'

/** How much of an image has been read, over all its layers. */
export interface Budget {
  entries: number
  unpacked: number
}
/** Examines one entry of a layer, and reads as much of its content as it needs. */
export type EntryVisitor = (header: Header, content: AsyncIterable<unknown>) => Promise<void>

/**
 * Reads a layer as a stream: counts and hashes its bytes, unpacks it, and passes every entry to `visit`. Nothing is written to disk. A
 * layer that cannot be unpacked is still read completely, because the digest shows whether it was damaged in transit.
 * @throws ScanFailed DIGEST_MISMATCH, IMAGE_TOO_LARGE, IMAGE_UNREADABLE, REGISTRY_UNREACHABLE
 */
export async function readLayer(
  blob: Readable,
  { digest, size }: Descriptor,
  budget: Budget,
  visit: EntryVisitor,
): Promise<void> {
  const hash = createHash('sha256')
  const received = { bytes: 0 }
  const sink = createLayerSink(received, budget, visit)
  try {
    for await (const chunk of chunksOf(blob)) {
      hash.update(chunk)
      count(received, chunk.length, size)
      await sink.write(chunk)
    }
    if (`sha256:${hash.digest('hex')}` !== digest) throw new ScanFailed('DIGEST_MISMATCH', digest)
    await sink.end()
    if (sink.isDamaged())
      throw new ScanFailed(
        'IMAGE_UNREADABLE',
        `the layer ${digest} is not an archive that can be unpacked`,
      )
  } finally {
    blob.destroy()
    sink.abandon()
  }
}

function count(received: { bytes: number }, length: number, stated_size: number): void {
  received.bytes += length
  if (received.bytes > stated_size)
    throw new ScanFailed('DIGEST_MISMATCH', 'a layer is longer than its manifest states')
}

/**
 * Creates the sink of a layer's bytes. It detects the compression from the first bytes, and drops all further bytes once the archive has
 * proved to be damaged.
 */
function createLayerSink(
  received: { readonly bytes: number },
  budget: Budget,
  visit: EntryVisitor,
) {
  let head: Buffer = Buffer.alloc(0)
  let unpacking: Unpacking | undefined
  let damage: unknown
  const start = () => (unpacking ??= startUnpacking(head, received, budget, visit))
  return {
    isDamaged: () => damage !== undefined,
    abandon: () => unpacking?.abandon(),
    async write(chunk: Buffer) {
      if (damage !== undefined) return
      head = unpacking ? chunk : Buffer.concat([head, chunk])
      if (head.length >= MAGIC_BYTES || unpacking)
        damage = await start()
          .write(head)
          .then(() => undefined, damageOf)
    },
    async end() {
      const short_layer = unpacking ? undefined : start().write(head)
      damage ??= await Promise.resolve(short_layer)
        .then(() => start().end())
        .then(() => undefined, damageOf)
    },
  }
}

/** Returns an error of the archive, which is reported after the digest has been checked. Rethrows an exceeded limit. */
function damageOf(cause: unknown): unknown {
  if (cause instanceof ScanFailed) throw cause
  return cause
}

interface Unpacking {
  write(chunk: Buffer): Promise<void>
  end(): Promise<void>
  abandon(): void
}

const MAGIC_BYTES = 4
/** Accepts layers in tar formats that predate POSIX; the library's types lack the option. */
const TAR_OPTIONS = { allowUnknownFormat: true }
const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b
const isZstd = (head: Buffer): boolean =>
  head.length >= MAGIC_BYTES && head.readUInt32LE(0) === 0xfd2fb528

function decompressorFor(head: Buffer): Duplex {
  if (isGzip(head)) return createGunzip()
  return isZstd(head) ? createZstdDecompress() : new PassThrough()
}

function startUnpacking(
  head: Buffer,
  received: { readonly bytes: number },
  budget: Budget,
  visit: EntryVisitor,
): Unpacking {
  const decompressor = decompressorFor(head)
  const tar = extract(TAR_OPTIONS as object)
  const visited = visitAll(tar, budget, visit)
  const unpacked = unpackInto(decompressor, tar, received, budget)
  const done = Promise.all([visited, unpacked])
  let failure: { readonly cause: unknown } | undefined
  const abandon = () => {
    decompressor.destroy()
    tar.destroy()
  }
  // The first failure ends the other stream, and the next write throws it.
  done.catch((cause: unknown) => {
    failure = { cause }
    abandon()
  })
  return {
    abandon,
    async write(chunk) {
      if (!failure && !decompressor.write(chunk)) await untilDrained(decompressor)
      if (failure) throw failure.cause
    },
    async end() {
      decompressor.end()
      await done
    },
  }
}

/** Resolves when a stream accepts more, or is closed. */
function untilDrained(stream: {
  once(event: 'drain' | 'close', done: () => void): unknown
  off(event: 'drain' | 'close', done: () => void): unknown
}): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done)
      stream.off('close', done)
      resolve()
    }
    stream.once('drain', done)
    stream.once('close', done)
  })
}

async function visitAll(tar: Extract, budget: Budget, visit: EntryVisitor): Promise<void> {
  for await (const entry of tar) {
    budget.entries += 1
    if (budget.entries > MAX_ENTRIES)
      throw new ScanFailed('IMAGE_TOO_LARGE', `more than ${MAX_ENTRIES} files`)
    await visit(entry.header, entry)
    entry.resume()
  }
}

/** Passes the unpacked bytes to the archive reader, no faster than it accepts them, and counts them. */
async function unpackInto(
  decompressor: Duplex,
  tar: Extract,
  received: { readonly bytes: number },
  budget: Budget,
): Promise<void> {
  let unpacked = 0
  for await (const chunk of decompressor) {
    const { length } = chunk as Buffer
    unpacked += length
    budget.unpacked += length
    if (budget.unpacked > UNPACKED_BYTES)
      throw new ScanFailed('IMAGE_TOO_LARGE', `more than ${UNPACKED_BYTES} bytes unpacked`)
    if (unpacked > UNPACK_RATIO_FROM_BYTES && unpacked > received.bytes * UNPACK_RATIO)
      throw new ScanFailed(
        'IMAGE_TOO_LARGE',
        'a layer unpacks to far more than its compressed size',
      )
    if (!tar.write(chunk)) await untilDrained(tar)
  }
  tar.end(undefined)
}
