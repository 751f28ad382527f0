import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { parseHeadsLines } from '../../../src/domain/transparency/heads-file.ts'
import { COSIGNATURE, formatVerifierKey } from '../../../src/domain/transparency/note.ts'
import { publishLastHeads } from '../../../src/jobs/transparency/log.ts'
import { newFolder } from '../../kit/folder.ts'
import { MINUTE } from '../../kit/time.ts'
import { startPlatform } from '../../http/platform.ts'

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** Starts a witness that accepts connections and never responds. Returns its setting. */
async function startSilentWitness(): Promise<string> {
  const server = createServer((socket) => sockets.push(socket))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { publicKey: public_key } = keyPairOfSeed(Buffer.alloc(32, 3))
  const key = formatVerifierKey({ name: 'silent.example/w', type: COSIGNATURE, public_key })
  return `${key}@http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const startWith = (...witnesses: string[]) =>
  startPlatform({
    transparency: readConfig({}, { SVC_WITNESSES: witnesses.join(' ') }).transparency,
  })

describe('the last heads', () => {
  it('cover the last record, and reach the witnesses', async () => {
    const path = join(newFolder(), 'heads.jsonl')
    const platform = await startWith(`file:${path}`)
    await platform.advance(10 * MINUTE)
    const { organization_id } = await platform.organization()
    expect(await publishLastHeads(platform.jobs)).toBe(true)
    const { lines } = parseHeadsLines(readFileSync(path, 'utf8'))
    const newest = (await platform.store.findChainHead({ chain: organization_id }))!
    expect(lines.at(-1)!.heads.find(({ chain }) => chain === organization_id)).toMatchObject({
      sequence: newest.sequence,
      hash: newest.hash,
    })
    expect(await platform.store.isLogBehind({})).toBe(false)
  })

  it('wait for a silent witness only up to the limit, and still reach the others', async () => {
    const path = join(newFolder(), 'heads.jsonl')
    const silent = await startSilentWitness()
    const platform = await startWith(silent, `file:${path}`)
    await platform.organization()
    const cosign = vi.spyOn(platform.jobs.cosign, 'cosign')
    const recordWitness = vi.spyOn(platform.jobs.store, 'recordWitness')
    expect(await publishLastHeads(platform.jobs, 2000)).toBe(false)
    expect(parseHeadsLines(readFileSync(path, 'utf8')).lines).toHaveLength(1)
    platform.jobs.cosign.close()
    expect(await cosign.mock.results[0]!.value).toEqual({
      kind: 'failed',
      reason: 'the platform stopped before the witness responded',
    })
    // After its request, the abandoned attempt awaits nothing else, so it has ended after one iteration of the event loop.
    await setImmediate()
    expect(recordWitness.mock.calls.map(([, { name }]) => name)).toEqual([`file:${path}`])
    const lost = (await platform.store.listWitnesses({})).find(({ name }) =>
      name.startsWith('http'),
    )
    expect(lost).toMatchObject({ failures: 0, last_error: null })
  })

  it('are not published by a platform that publishes no heads', async () => {
    const platform = await startPlatform({
      transparency: readConfig({}, { SVC_AUDIT_HEADS_MINUTES: '0' }).transparency,
    })
    await platform.organization()
    expect(await publishLastHeads(platform.jobs)).toBe(true)
    expect(await platform.store.readPublication({})).toBeUndefined()
  })
})
