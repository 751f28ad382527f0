import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { formatCheckpoint } from '../../../src/domain/transparency/checkpoint.ts'
import {
  inclusionProof,
  leafHash,
  nodeHash,
  treeRoot,
} from '../../../src/domain/transparency/merkle.ts'
import {
  ED25519,
  formatNote,
  formatVerifierKey,
  signNote,
} from '../../../src/domain/transparency/note.ts'
import { formatProof } from '../../../src/domain/transparency/proof.ts'
import {
  formatEntries,
  nodesInTiles,
  parseTilePath,
} from '../../../src/domain/transparency/tiles.ts'
import { isToolMissing } from '../../kit/tools.ts'
import { buildVerifier, newFiles } from './verifier.ts'

const ORIGIN = 'registry.example/log'
const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(7))
const KEY = { name: ORIGIN, type: ED25519, public_key: publicKey } as const
const VKEY = formatVerifierKey(KEY)
const OTHER_KEY = keyPairOfSeed(new Uint8Array(32).fill(8))
const ENTRIES = Array.from({ length: 600 }, (_, at) => Buffer.from(`entry ${at}`))

/** A log of these entries: its tiles, and notes and proofs about its tree of any size. */
function logOf(entries: readonly Buffer[]) {
  const levels = [entries.map(leafHash)]
  for (let below = levels[0]!; below.length >= 256; below = levels.at(-1)!)
    levels.push(
      Array.from({ length: Math.floor(below.length / 256) }, (_, at) => {
        let row = below.slice(at * 256, at * 256 + 256)
        while (row.length > 1)
          row = Array.from({ length: row.length / 2 }, (_, pair) =>
            nodeHash(row[2 * pair]!, row[2 * pair + 1]!),
          )
        return row[0]!
      }),
    )
  const tile = (level: number, index: number) =>
    Buffer.concat((levels[level] ?? []).slice(index * 256, index * 256 + 256))
  const read = nodesInTiles(async (tiles) => tiles.map(({ level, index }) => tile(level, index)))
  const checkpoint = async (size: number) => {
    const text = formatCheckpoint({ origin: ORIGIN, size, root: await treeRoot(size, read) })
    return formatNote({ text, signatures: [signNote(text, KEY, privateKey)] })
  }
  return {
    entries,
    tile,
    checkpoint,
    async proof(index: number) {
      const path = await inclusionProof(index, entries.length, read)
      return formatProof({ index, path, checkpoint: await checkpoint(entries.length) })
    },
  }
}
type Log = ReturnType<typeof logOf>

let served: Log = logOf(ENTRIES)
const server = createServer(async (req, res) => {
  const asked = req.url === '/checkpoint' ? undefined : parseTilePath(req.url!.slice(1))
  if (!asked) return res.end(await served.checkpoint(served.entries.length))
  const { level, index, width } = asked
  return res.end(
    level === 'entries'
      ? formatEntries(served.entries.slice(index * 256, index * 256 + width))
      : served.tile(level, index).subarray(0, 32 * width),
  )
})
const file = newFiles()

describe.skipIf(isToolMissing('go'))('third-party libraries', () => {
  let url = ''
  let verify: ReturnType<typeof buildVerifier>
  beforeAll(async () => {
    verify = buildVerifier()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }, 180_000)
  afterAll(() => server.close())

  it('verify every entry of a log from its checkpoint and tiles', async () => {
    served = logOf(ENTRIES)
    expect(await verify('log', url, VKEY)).toMatch(/^600 \S{44}\n$/)
  })

  it('refuse a log with a changed entry, a changed tile or another key', async () => {
    const honest = logOf(ENTRIES)
    const forged = logOf(ENTRIES.with(300, Buffer.from('forged')))
    served = { ...honest, entries: forged.entries }
    await expect(verify('log', url, VKEY)).rejects.toThrow('entry 300')
    served = { ...honest, tile: forged.tile }
    await expect(verify('log', url, VKEY)).rejects.toThrow('downloaded inconsistent tile')
    served = honest
    const other = formatVerifierKey({ ...KEY, public_key: OTHER_KEY.publicKey })
    await expect(verify('log', url, other)).rejects.toThrow('note has no verifiable signatures')
  })

  it('verify that a log only grew, and refuse a fork', async () => {
    served = logOf(ENTRIES)
    const latest = file('latest', await served.checkpoint(600))
    for (const size of [1, 255, 256, 257, 600]) {
      const earlier = file('earlier', await served.checkpoint(size))
      expect(await verify('grew', VKEY, earlier, latest, url)).toBe(`${size} 600\n`)
    }
    const fork = file('fork', await logOf(ENTRIES.with(3, Buffer.from('x'))).checkpoint(256))
    await expect(verify('grew', VKEY, fork, latest, url)).rejects.toThrow(
      'invalid transparency proof',
    )
  })

  it('verify a proof of inclusion, and refuse it for another entry', async () => {
    const log = logOf(ENTRIES)
    for (const index of [0, 255, 256, 511, 512, 599]) {
      const [entry, proof] = [file('entry', ENTRIES[index]!), file('proof', await log.proof(index))]
      expect(await verify('proof', VKEY, entry, proof)).toBe(`${index} 600\n`)
    }
    const [entry, proof] = [file('entry', ENTRIES[1]!), file('proof', await log.proof(2))]
    await expect(verify('proof', VKEY, entry, proof)).rejects.toThrow('calculated root')
  })
})
