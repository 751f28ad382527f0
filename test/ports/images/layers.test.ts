import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import type { Header } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { ScanFailed } from '../../../src/domain/images/failures.ts'
import { readLayer } from '../../../src/ports/images/layer.ts'
import { digestOf, tarOf } from './stub.ts'

const descriptorOf = (bytes: Buffer) => ({
  digest: digestOf(bytes),
  size: bytes.length,
  mediaType: '',
})
const inChunks = (bytes: Buffer, size: number, onRead = (_end: number): unknown => undefined) =>
  Readable.from(
    (function* pieces() {
      for (let start = 0; start < bytes.length; start += size) {
        onRead(start + size)
        yield bytes.subarray(start, start + size)
      }
    })(),
  )

/** Returns the names of the entries with their first bytes, or the code of the failure. */
async function read(
  bytes: Buffer,
  { descriptor = descriptorOf(bytes), chunk_bytes = 7000, reads_content = true } = {},
): Promise<readonly (readonly [string, string])[] | string> {
  const seen: [string, string][] = []
  const visit = async (header: Header, content: AsyncIterable<unknown>) => {
    const chunks: Buffer[] = []
    if (reads_content) for await (const chunk of content) chunks.push(chunk as Buffer)
    seen.push([header.name, Buffer.concat(chunks).toString('latin1').slice(0, 20)])
  }
  try {
    await readLayer(inChunks(bytes, chunk_bytes), descriptor, { entries: 0, unpacked: 0 }, visit)
    return seen
  } catch (cause) {
    if (cause instanceof ScanFailed) return cause.failure.code
    throw cause
  }
}

/** Returns the header of an archive entry, with any size. */
function rawHeader(name: string, size: number, type: string): Buffer {
  const block = Buffer.alloc(512)
  block.write(name, 0)
  block.write('0000644\0', 100)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write('        ', 148)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

const FILES: readonly [string, string][] = [
  ['a', 'one'],
  ['d/b', 'two'.repeat(10)],
  ['c', ''],
]
const FIRST_BYTES = FILES.map(([name, content]) => [name, content.slice(0, 20)])

describe('a layer', () => {
  it.each<[string, (tar: Buffer) => Buffer]>([
    ['plain', (tar) => tar],
    ['gzip', (tar) => gzipSync(tar)],
    ['zstd', (tar) => zstdCompressSync(tar)],
    [
      'gzip in two members',
      (tar) => Buffer.concat([gzipSync(tar.subarray(0, 700)), gzipSync(tar.subarray(700))]),
    ],
  ])(
    'is read when it is %s, in chunks of any size, whether its files are read or not',
    async (_, compress) => {
      const bytes = compress(await tarOf(FILES))
      for (const chunk_bytes of [1, 3, 511, 100_000])
        expect(await read(bytes, { chunk_bytes })).toEqual(FIRST_BYTES)
      expect(await read(bytes, { reads_content: false })).toEqual(
        FIRST_BYTES.map(([name]) => [name, '']),
      )
    },
  )
  it('can be empty', async () => {
    expect(await read(Buffer.alloc(0))).toEqual([])
    expect(await read(gzipSync(Buffer.alloc(1024)))).toEqual([])
  })
  it('with large files is read without keeping them in memory', async () => {
    // Random bytes cannot be compressed, so the compressed size is about that of the content.
    const big = randomBytes(10_000_000)
    const bytes = gzipSync(
      await tarOf([
        ['big', big],
        ['behind', 'y'],
      ]),
      { level: 1 },
    )
    let downloaded = 0
    const blob = inChunks(bytes, 7000, (end) => (downloaded = end))
    /** Waits until the download has made no progress for many iterations of the event loop. */
    const untilDownloadStops = async () => {
      for (let before = -1; before < downloaded;) {
        before = downloaded
        for (let turn = 0; turn < 10_000; turn += 1) await setImmediate()
      }
    }
    const seen: { name: string; length: number; most_ahead: number }[] = []
    const budget = { entries: 0, unpacked: 0 }
    await readLayer(blob, descriptorOf(bytes), budget, async ({ name }, content) => {
      const entry = { name, length: 0, most_ahead: 0 }
      for await (const chunk of content) {
        if (entry.length === 0) await untilDownloadStops()
        entry.most_ahead = Math.max(entry.most_ahead, downloaded - entry.length)
        entry.length += (chunk as Buffer).length
      }
      seen.push(entry)
    })
    expect(seen).toMatchObject([
      { name: 'big', length: big.length },
      { name: 'behind', length: 1 },
    ])
    expect(seen[0]!.most_ahead).toBeLessThan(big.length / 10)
  })

  it('that does not match its digest is refused, whether it can be unpacked or not', async () => {
    const bytes = gzipSync(await tarOf(FILES))
    const descriptor = { ...descriptorOf(bytes), digest: `sha256:${'0'.repeat(64)}` }
    expect(await read(bytes, { descriptor })).toBe('DIGEST_MISMATCH')
    expect(await read(Buffer.concat([bytes, bytes]), { descriptor: descriptorOf(bytes) })).toBe(
      'DIGEST_MISMATCH',
    )
    expect(await read(bytes.subarray(0, -4), { descriptor: descriptorOf(bytes) })).toBe(
      'DIGEST_MISMATCH',
    )
    const broken = Buffer.from(bytes).fill(0xff, 12, 30)
    expect(await read(broken, { descriptor: descriptorOf(bytes) })).toBe('DIGEST_MISMATCH')
  })

  it.each<
    [string, () => Promise<Buffer> | Buffer, string | readonly (readonly [string, string])[]]
  >([
    ['content that is not an archive', () => Buffer.from('<html>'.repeat(500)), 'IMAGE_UNREADABLE'],
    [
      'a damaged gzip',
      async () => gzipSync(await tarOf(FILES)).fill(0xff, 12, 30),
      'IMAGE_UNREADABLE',
    ],
    [
      'a gzip that is cut off',
      async () => gzipSync(await tarOf(FILES)).subarray(0, -9),
      'IMAGE_UNREADABLE',
    ],
    [
      'a zstd that is cut off',
      async () => zstdCompressSync(await tarOf(FILES)).subarray(0, -9),
      'IMAGE_UNREADABLE',
    ],
    [
      'an archive that is cut off inside a file',
      async () => (await tarOf([['a', 'x'.repeat(5000)]])).subarray(0, 2000),
      'IMAGE_UNREADABLE',
    ],
    [
      'a wrong checksum',
      async () => {
        const tar = await tarOf(FILES)
        tar[0] = 0x7a
        return tar
      },
      'IMAGE_UNREADABLE',
    ],
    [
      'a file that is shorter than the 4 GiB of its header',
      () => Buffer.concat([rawHeader('a', 2 ** 32, '0'), Buffer.alloc(4096, 'x')]),
      'IMAGE_UNREADABLE',
    ],
    [
      'an extended header that is shorter than the 4 GiB of its header',
      () => Buffer.concat([rawHeader('a', 2 ** 32, 'x'), Buffer.alloc(4096, 'x')]),
      'IMAGE_UNREADABLE',
    ],
    [
      'a long name that is shorter than the 4 GiB of its header',
      () => Buffer.concat([rawHeader('a', 2 ** 32, 'L'), Buffer.alloc(4096, 'x')]),
      'IMAGE_UNREADABLE',
    ],
    [
      'a global header that is shorter than the 4 GiB of its header',
      () => Buffer.concat([rawHeader('a', 2 ** 32, 'g'), Buffer.alloc(4096, 'x')]),
      'IMAGE_UNREADABLE',
    ],
    [
      'an extended header with a negative size',
      () => {
        const text = '12 size=-12\n'
        return Buffer.concat([
          rawHeader('p', text.length, 'x'),
          Buffer.from(text.padEnd(512, '\0')),
          rawHeader('a', 0, '0'),
          Buffer.alloc(1024),
        ])
      },
      'IMAGE_UNREADABLE',
    ],
    [
      'a gzip that is followed by garbage',
      async () => Buffer.concat([gzipSync(await tarOf(FILES)), Buffer.alloc(5000, 7)]),
      'IMAGE_UNREADABLE',
    ],
  ])('with %s is refused', async (_, make, expected) =>
    expect(await read(await make())).toEqual(expected),
  )

  it('with links, devices and paths that lead outside is read without following them', async () => {
    const unusual: readonly Partial<Header>[] = [
      { name: '../../etc/passwd', type: 'symlink', linkname: '/etc/shadow' },
      { name: '/dev/sda', type: 'block-device', devmajor: 8, devminor: 0 },
      { name: 'hard', type: 'link', linkname: '/etc/passwd' },
      { name: 'pipe', type: 'fifo' },
      { name: '/abs', type: 'file' },
      { name: 'dir/', type: 'directory' },
    ]
    expect(await read(await tarOf(unusual.map((header) => [header as Header])))).toEqual(
      unusual.map(({ name }) => [name!, '']),
    )
  })

  it('that expands too much is refused', async () => {
    const zeros = gzipSync(Buffer.alloc(300 * 1024 ** 2))
    const bomb = Buffer.concat([gzipSync(rawHeader('zeros', 2 ** 33 - 1, '0')), zeros])
    expect(await read(bomb, { reads_content: false })).toBe('IMAGE_TOO_LARGE')
  })

  it('with any content is either read or refused with a reason', async () => {
    const tar = await tarOf(FILES)
    const damaged = fc
      .tuple(fc.nat(tar.length - 1), fc.uint8Array({ minLength: 1, maxLength: 40 }))
      .map(([at, bytes]) => {
        const copy = Buffer.from(tar)
        copy.set(bytes.subarray(0, copy.length - at), at)
        return copy
      })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(damaged, fc.uint8Array({ maxLength: 3000 }).map(Buffer.from)),
        fc.constantFrom(
          (bytes: Buffer) => bytes,
          (bytes: Buffer) => gzipSync(bytes),
          (bytes: Buffer) => zstdCompressSync(bytes),
        ),
        async (bytes, compress) => {
          const outcome = await read(compress(bytes))
          expect(typeof outcome === 'string' ? outcome : 'read').toMatch(
            /^(read|IMAGE_UNREADABLE|IMAGE_TOO_LARGE)$/,
          )
        },
      ),
      { numRuns: 150 },
    )
  })
})
