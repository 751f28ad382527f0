import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keyPairOfSeed } from '../../src/domain/crypto/ed25519.ts'
import { formatCheckpoint } from '../../src/domain/transparency/checkpoint.ts'
import {
  consistencyProof,
  emptyRoot,
  leafHash,
  nodeHash,
  treeRoot,
  type ReadNodes,
} from '../../src/domain/transparency/merkle.ts'
import {
  ED25519,
  formatNote,
  formatVerifierKey,
  parseVerifierKey,
  signNote,
  verifyNote,
} from '../../src/domain/transparency/note.ts'
import { formatAddCheckpoint, originHash } from '../../src/domain/transparency/witness.ts'
import { createWitness } from '../../src/witness/server.ts'
import { openWitnessState, readLogs } from '../../src/witness/state.ts'
import { newFolder } from '../kit/folder.ts'

const newLogKey = (name: string, byte: number) => {
  const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(byte))
  return { key: { name, type: ED25519, public_key: publicKey }, privateKey } as const
}
const LOG = newLogKey('registry.example/log', 1)
const SECOND_LOG = newLogKey('second.example/log', 2)
const UNKNOWN_LOG = newLogKey('unknown.example/log', 3)
const NEXT_KEY = newLogKey('registry.example/log', 4)
type LogKey = ReturnType<typeof newLogKey>

/** A tree whose entries begin with `prefix`; two prefixes make a fork. */
const treeOf = (prefix: string): ReadNodes => {
  const hashOf = (level: number, index: number): Buffer =>
    level === 0
      ? leafHash(Buffer.from(`${prefix} ${index}`))
      : nodeHash(hashOf(level - 1, 2 * index), hashOf(level - 1, 2 * index + 1))
  return async (nodes) => nodes.map(({ level, index }) => hashOf(level, index))
}

async function noteOf(size: number, log: LogKey = LOG, prefix = 'entry'): Promise<string> {
  const root = await treeRoot(size, treeOf(prefix))
  const text = formatCheckpoint({ origin: log.key.name, size, root })
  return formatNote({ text, signatures: [signNote(text, log.key, log.privateKey)] })
}

async function request(old: number, size: number, log: LogKey = LOG, prefix = 'entry') {
  const proof = await consistencyProof(Math.min(old, size), size, treeOf(prefix))
  return formatAddCheckpoint({
    old,
    proof: proof.map((hash) => Buffer.from(hash)),
    note: await noteOf(size, log, prefix),
  })
}

const TIME_S = 1_780_000_000

/** Starts a witness on a folder that it may have used before. */
async function startWitness(folder = newFolder('witness')) {
  const decisions: string[] = []
  const errors: unknown[] = []
  const state = openWitnessState(folder, (bytes) => new Uint8Array(bytes).fill(9))
  const server = createWitness({
    name: 'witness.example/w1',
    state,
    logs: [LOG.key, SECOND_LOG.key],
    now_ms: () => TIME_S * 1000 + 999,
    onDecision: ({ kind }) => decisions.push(kind),
    onError: (cause) => errors.push(cause),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.close()
    return state.close()
  }
  onTestFinished(stop)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = async (path: string, init?: RequestInit) => {
    const res = await fetch(url + path, init)
    return {
      status: res.status,
      type: res.headers.get('content-type'),
      text: await res.text(),
    }
  }
  return {
    folder,
    server,
    stop,
    decisions,
    errors,
    get: (path: string) => call(path),
    call,
    add: (body: string) => call('/add-checkpoint', { method: 'POST', body }),
  }
}

describe('a witness', () => {
  it('cosigns the first checkpoint of a log and every one that continues it', async () => {
    const witness = await startWitness()
    const key = parseVerifierKey((await witness.get('/key')).text.trim())!
    for (const [old, size] of [
      [0, 3],
      [3, 3],
      [3, 8],
      [8, 300],
    ] as const) {
      const { status, text } = await witness.add(await request(old, size))
      expect(status).toBe(200)
      const cosigned = verifyNote((await noteOf(size)) + text, [key, LOG.key])
      expect(cosigned?.verified).toMatchObject([
        { key: { name: 'registry.example/log' }, time: null },
        { key: { name: 'witness.example/w1' }, time: 1_780_000_000 },
      ])
    }
    expect(witness.decisions).toEqual(Array.from({ length: 4 }, () => 'consistent'))
  })

  it('responds to a request whose target is an absolute URL as to one for its path', async () => {
    const { server } = await startWitness()
    const { port } = server.address() as AddressInfo
    const sent = get({ port, path: 'http://witness.example/key', agent: false })
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(200)
  })

  it('tracks each log that it watches separately', async () => {
    const witness = await startWitness()
    expect((await witness.add(await request(0, 5))).status).toBe(200)
    expect((await witness.add(await request(0, 2, SECOND_LOG))).status).toBe(200)
    expect((await witness.add(await request(2, 4, SECOND_LOG))).status).toBe(200)
    expect((await witness.add(await request(5, 6))).status).toBe(200)
  })

  it('publishes the latest checkpoint of a log with both signatures', async () => {
    const witness = await startWitness()
    const path = `/${originHash('registry.example/log')}/checkpoint`
    expect((await witness.get(path)).status).toBe(404)
    await witness.add(await request(0, 3))
    const { text: cosignature } = await witness.add(await request(3, 4))
    expect(await witness.get(path)).toMatchObject({
      status: 200,
      text: (await noteOf(4)) + cosignature,
    })
  })

  it('stores a repeated signature once, so that nobody can make its checkpoint unreadable', async () => {
    const witness = await startWitness()
    await witness.add(await request(0, 3))
    const note = await noteOf(3)
    const [text, line] = note.split('\n\n') as [string, string]
    const repeated = `${text}\n\n${line.repeat(64)}`
    const again = formatAddCheckpoint({ old: 3, proof: [], note: repeated })
    const { status, text: cosignature } = await witness.add(again)
    expect(status).toBe(200)
    const stored = await witness.get(`/${originHash('registry.example/log')}/checkpoint`)
    expect(stored.text).toBe(note + cosignature)
    expect((await witness.add(await request(3, 4))).status).toBe(200)
    expect(witness.errors).toEqual([])
  })

  it('responds with the size that it knows if the client assumes a different size', async () => {
    const witness = await startWitness()
    expect(await witness.add(await request(1, 3))).toEqual({
      status: 409,
      type: 'text/x.tlog.size',
      text: '0\n',
    })
    await witness.add(await request(0, 3))
    for (const old of [0, 2])
      expect(await witness.add(await request(old, 5))).toMatchObject({ status: 409, text: '3\n' })
  })

  it.each([
    ['a fork of the same size', 3, 409],
    ['a longer fork', 9, 422],
  ])('refuses %s (%i entries) with %i and forgets nothing', async (_, size, status) => {
    const witness = await startWitness()
    await witness.add(await request(0, 3))
    expect((await witness.add(await request(3, size, LOG, 'forged'))).status).toBe(status)
    expect((await witness.add(await request(3, 4))).status).toBe(200)
  })

  it('refuses a truncated log', async () => {
    const witness = await startWitness()
    await witness.add(await request(0, 8))
    const cut = await request(8, 8)
    expect((await witness.add(cut.replace(await noteOf(8), await noteOf(7)))).status).toBe(400)
    expect(await witness.add(await request(7, 7))).toMatchObject({ status: 409, text: '8\n' })
  })

  it('refuses a proof where none is needed, and the wrong root of an empty tree', async () => {
    const witness = await startWitness()
    const hash = leafHash(Buffer.from('x'))
    const note = await noteOf(3)
    expect((await witness.add(formatAddCheckpoint({ old: 0, proof: [hash], note }))).status).toBe(
      422,
    )
    const empty = (root: Buffer) => {
      const text = formatCheckpoint({ origin: LOG.key.name, size: 0, root })
      const signatures = [signNote(text, LOG.key, LOG.privateKey)]
      return formatAddCheckpoint({ old: 0, proof: [], note: formatNote({ text, signatures }) })
    }
    expect((await witness.add(empty(hash))).status).toBe(422)
    expect((await witness.add(empty(emptyRoot()))).status).toBe(200)
  })

  it('refuses logs that it does not watch, and checkpoints that their log did not sign', async () => {
    const witness = await startWitness()
    expect((await witness.add(await request(0, 3, UNKNOWN_LOG))).status).toBe(404)
    expect((await witness.add(await request(0, 3, NEXT_KEY))).status).toBe(403)
    const changed = (await noteOf(3)).replace('\n3\n', '\n4\n')
    const forged = formatAddCheckpoint({ old: 0, proof: [], note: changed })
    expect((await witness.add(forged)).status).toBe(403)
  })

  it.each([
    ['an empty body', ''],
    ['no size', 'old\n\nregistry.example/log\n1\nx\n'],
    ['a negative size', 'old -1\n\n'],
    ['a leading zero', 'old 01\n\n'],
    ['a line that is not a hash', 'old 0\nabc\n\n'],
    ['no checkpoint', 'old 0\n\nhello\n'],
    ['64 hashes', `old 0\n${`${leafHash(Buffer.from('')).toString('base64')}\n`.repeat(64)}\nx`],
  ])('refuses a request with %s as malformed', async (_, body) => {
    expect((await (await startWitness()).add(body)).status).toBe(400)
  })

  it('refuses a request without a size, or with a hash in a non-canonical encoding, before its checkpoint is read', async () => {
    const witness = await startWitness()
    const note = await noteOf(3)
    expect((await witness.add(`older\n\n${note}`)).status).toBe(400)
    expect((await witness.add(`old 0\n${'A'.repeat(43)}B=\n\n${note}`)).status).toBe(400)
    expect((await witness.add(`old 0\n${'A'.repeat(42)}B=\n\n${note}`)).status).toBe(400)
  })

  it('accepts at most 256 connections, and limits a request to ten seconds', async () => {
    const { server } = await startWitness()
    expect(server).toMatchObject({ maxConnections: 256, requestTimeout: 10_000 })
  })

  it('reads at most 64 KiB', async () => {
    const witness = await startWitness()
    expect((await witness.add('x'.repeat(65_536))).status).toBe(400)
    expect((await witness.add('x'.repeat(65_537))).status).toBe(413)
  })

  it('reports no error of its own when a client disconnects in the middle of a request', async () => {
    const witness = await startWitness()
    const { port } = witness.server.address() as AddressInfo
    const aborted = new Promise((resolve) => {
      witness.server.once('request', (req: IncomingMessage) => req.once('close', resolve))
    })
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('POST /add-checkpoint HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nold', () =>
        setTimeout(() => socket.destroy(), 20),
      ),
    )
    await aborted
    await new Promise(setImmediate)
    expect(witness.errors).toEqual([])
  })

  it('rejects other methods and paths', async () => {
    const witness = await startWitness()
    expect((await witness.get('/add-checkpoint')).status).toBe(404)
    expect((await witness.call('/key', { method: 'DELETE' })).status).toBe(405)
    expect((await witness.get('/../key')).status).toBe(200)
    expect((await witness.get(`/${'0'.repeat(64)}/checkpoint`)).status).toBe(404)
    expect((await witness.get('/..%2fkey/checkpoint')).status).toBe(404)
  })

  it('stores no signatures from unknown signers, so that they cannot make its state unreadable', async () => {
    const witness = await startWitness()
    const note = await noteOf(3)
    const junk = Array.from(
      { length: 63 },
      (_, at) => `— stranger.example/${at} ${Buffer.alloc(68, at).toString('base64')}\n`,
    ).join('')
    const { status, text } = await witness.add(
      formatAddCheckpoint({ old: 0, proof: [], note: note + junk }),
    )
    expect(status).toBe(200)
    const { text: kept } = await witness.get(`/${originHash(LOG.key.name)}/checkpoint`)
    expect(kept).toBe(note + text)
    expect((await witness.add(await request(3, 4))).status).toBe(200)
  })

  it('cosigns one of two checkpoints that follow the same one and arrive at once', async () => {
    const witness = await startWitness()
    await witness.add(await request(0, 3))
    const [shorter, longer] = [await request(3, 9), await request(3, 10)]
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, at) => witness.add(at % 2 === 0 ? shorter : longer)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('cosigns one of two forks that are the first checkpoints of a log and arrive at once', async () => {
    const witness = await startWitness()
    const forks = [await request(0, 3), await request(0, 3, LOG, 'fork')]
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, at) => witness.add(forks[at % 2]!)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('remembers its key and what it cosigned after a restart', async () => {
    const before = await startWitness()
    await before.add(await request(0, 3))
    const { text: key } = await before.get('/key')
    await before.stop()
    const after = await startWitness(before.folder)
    expect((await after.get('/key')).text).toBe(key)
    expect(await after.add(await request(0, 2))).toMatchObject({ status: 409, text: '3\n' })
    expect((await after.add(await request(3, 4))).status).toBe(200)
  })

  it('shares its folder with no other witness, because two could cosign two forks', async () => {
    const { folder } = await startWitness()
    await expect(startWitness(folder)).rejects.toThrow(`is in use by process ${process.pid}`)
  })

  it('releases its folder when everything is on disk, and stores nothing after that', async () => {
    const folder = newFolder('witness')
    const open = () => openWitnessState(folder, (bytes) => new Uint8Array(bytes).fill(9))
    const state = open()
    const path = join(folder, `${originHash(LOG.key.name)}.checkpoint`)
    const stored = state.store(LOG.key.name, 'first')
    const closed = state.close()
    await expect(state.store(LOG.key.name, 'second')).rejects.toThrow('The witness is stopping')
    expect(open).toThrow(`is in use by process ${process.pid}`)
    await closed
    expect(readFileSync(path, 'utf8')).toBe('first')
    await stored
    await open().close()
  })

  it('keeps its key where only its user can read it', async () => {
    const { folder } = await startWitness()
    expect(readdirSync(folder).filter((name) => !name.startsWith('witness.lock'))).toEqual(['key'])
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600)
  })

  it('cosigns nothing for a log whose stored checkpoint is damaged', async () => {
    const witness = await startWitness()
    await witness.add(await request(0, 3))
    const path = join(witness.folder, `${originHash(LOG.key.name)}.checkpoint`)
    const stored = readFileSync(path, 'utf8')
    writeFileSync(path, stored.slice(0, 30))
    expect((await witness.add(await request(3, 4))).status).toBe(500)
    expect(witness.errors).toMatchObject([
      { message: expect.stringContaining('Restore it from a backup') as string },
    ])
    writeFileSync(path, stored)
    expect((await witness.add(await request(3, 4))).status).toBe(200)
  })
})

describe('the logs of a witness', () => {
  const read = (text: string) => {
    const path = join(newFolder('logs'), 'logs')
    writeFileSync(path, text)
    return readLogs(path)
  }

  it('are read from a file with a key on each line', () => {
    const [first, second] = [LOG, NEXT_KEY].map(({ key }) => formatVerifierKey(key))
    expect(read(`# our registry\n${first}\n\n  ${second}  \r\n`)).toEqual([LOG.key, NEXT_KEY.key])
    expect(read('')).toEqual([])
  })

  it('are refused with a message that names the line that is not a key, or the missing file', () => {
    expect(() => read(`${formatVerifierKey(LOG.key)}\nregistry.example/log\n`)).toThrow(
      'line 2: this is not a verifier key',
    )
    expect(() => readLogs('/nowhere/logs')).toThrow('There is no file /nowhere/logs')
  })
})
