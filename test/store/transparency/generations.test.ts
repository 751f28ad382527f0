import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { parseCheckpoint } from '../../../src/domain/transparency/checkpoint.ts'
import { parseHeadsLines } from '../../../src/domain/transparency/heads-file.ts'
import { leafHash, treeRoot } from '../../../src/domain/transparency/merkle.ts'
import { nodesOfLeaves } from '../../../src/domain/transparency/heads.ts'
import { parseNote, parseVerifierKey } from '../../../src/domain/transparency/note.ts'
import { verifyProof } from '../../../src/domain/transparency/proof.ts'
import { createStore } from '../../../src/store/store.ts'
import { backUp } from '../../../src/store/transfer/backup.ts'
import { copyStore, restore } from '../../../src/store/transfer/restore.ts'
import { verifyAgainstHeads } from '../../../src/store/long-reads/verify-heads.ts'
import { newFolder } from '../../kit/folder.ts'
import { ON_ALL, ON_POSTGRES } from '../../postgres/database.ts'
import { newLocation, onCleanup, runCleanups, type Kind } from '../stores.ts'
import { ISSUER, MASTER_KEYS, newWorld, signingKeyOf, type World } from '../world.ts'
import { keepHeads } from './witness-file.ts'

afterEach(runCleanups)

const KINDS: readonly Kind[] = ON_POSTGRES && !ON_ALL ? ['postgres'] : ['json', 'sqlite']
const ORIGIN = 'registry.test/log'

const signerOf = ({ store, context }: World) =>
  store.loadLogSigner(context(), { master_keys: MASTER_KEYS, issuer: ISSUER })

async function sequence(world: World): Promise<void> {
  const signer = await signerOf(world)
  while (await world.store.isLogBehind({}))
    await world.store.sequenceLog(world.context(), { signer })
}

const entriesOf = ({ store }: World) => store.readLogEntries({ first: 0, limit: 10_000 })

async function headOf({ store }: World) {
  const { checkpoint } = (await store.readLogHead({}))!
  return parseCheckpoint(parseNote(checkpoint)!.text)!
}

const rootOf = (entries: readonly string[]) =>
  treeRoot(
    entries.length,
    nodesOfLeaves(entries.map((entry) => leafHash(Buffer.from(entry, 'utf8')))),
  )

/** Fills an empty store from that of a world, and returns the same world with the new store. */
async function transferred(world: World, kind: Kind, address: string, how: 'restore' | 'copy') {
  const target = newLocation(kind)
  if (kind === 'postgres') await (await target.open()).close()
  const to = { to: target.address, now: world.clock.now, random: randomBytes }
  if (how === 'copy') await copyStore({ from: address, ...to })
  else {
    const path = join(newFolder(), 'registry.backup')
    await backUp({
      store: address,
      to: { path, replace: false },
      version: '0.1.0',
      now: world.clock.now,
    })
    await restore({ from: path, ...to })
  }
  const database = await target.open()
  onCleanup(() => database.close())
  return { address: target.address, world: { ...world, database, store: createStore(database) } }
}

describe.each(KINDS)('a store on %s', (kind) => {
  const begin = async () => {
    const at = newLocation(kind)
    if (kind === 'postgres') await (await at.open()).close()
    const world = await newWorld(at)
    for (const name of ['b', 'c', 'd']) await world.tenant(name)
    await sequence(world)
    // An entry that is not sequenced yet.
    await world.tenant('e')
    return { world, address: at.address }
  }

  it.each(['restore', 'copy'] as const)(
    'begins a new log after a %s, with the entries of the previous log in order',
    async (how) => {
      const { world: first, address } = await begin()
      const [before, head] = [await entriesOf(first), await headOf(first)]
      const { world } = await transferred(first, kind, address, how)
      expect(await world.store.readLogHead({})).toBeUndefined()
      expect(await world.store.listWitnesses({})).toEqual([])
      await sequence(world)
      const { origin, size, root } = await headOf(world)
      expect(origin).toMatch(/^registry\.test\/log\/2-[0-9a-f]{8}$/)
      const [created, ...rest] = await entriesOf(world)
      expect(JSON.parse(created!)).toMatchObject({
        type: 'log.created',
        origin,
        previous: { origin: ORIGIN, size: head.size, root: head.root.toString('hex') },
      })
      expect(rest.slice(0, head.size)).toEqual(before)
      expect(rest).toHaveLength(head.size + 1)
      expect(size).toBe(head.size + 2)
      expect(await rootOf(rest.slice(0, head.size))).toEqual(head.root)
      expect(await rootOf([created!, ...rest])).toEqual(root)
    },
  )

  it('T-12: finds the compromise of a key whose entry somebody hid before the store was restored', async () => {
    const { world: first, address } = await begin()
    const { store, context, clock, database } = first
    const access = { master_keys: MASTER_KEYS }
    const key_id = await signingKeyOf(store, clock.now)
    const row = (await database.read((tx) => tx.signing_keys.get({ key_id })))!
    await store.compromiseSigningKey(context(), { key_id, ...access })
    await sequence(first)
    await database.transact(async (tx) => {
      await tx.signing_keys.put(row)
      const subject = `key ${key_id}`
      const entries = await tx.log_entries.find({ where: { subject } })
      for (const entry of entries) {
        await tx.log_entries.delete({ subject, arrival: entry.arrival })
        await tx.log_entries.insert({ ...entry, subject: 'nobody' })
      }
    })
    const { world } = await transferred(first, kind, address, 'restore')
    const published = async () => (await world.store.listPlatformKeys(access)).map(({ kid }) => kid)
    expect(await published()).not.toContain(key_id)
    await sequence(world)
    expect(await published()).not.toContain(key_id)
  })

  it('begins a new log with a new key in a copy of a store whose log key is gone', async () => {
    const { world: first, address } = await begin()
    const access = { master_keys: MASTER_KEYS }
    const items = await first.store.listSigningKeys({ now: first.clock.now, ...access })
    const { key_id } = items.find(({ use }) => use === 'log')!
    await first.database.transact((tx) => tx.signing_keys.delete({ key_id }))
    await expect(signerOf(first)).rejects.toThrow('`svc-registry copy` starts a new log')
    const { world } = await transferred(first, kind, address, 'copy')
    await sequence(world)
    expect((await headOf(world)).origin).toMatch(/\/log\/2-[0-9a-f]{8}$/)
    const after = await world.store.listSigningKeys({ now: first.clock.now, ...access })
    expect(after.map(({ use }) => use).toSorted()).toEqual(['log', 'statements'])
  })

  it('proves every registration with the new log', async () => {
    const { world: first, address } = await begin()
    const { world } = await transferred(first, kind, address, 'restore')
    const { organization_id, store } = world
    const agent = { svc_id: 'agent-a', organization_id }
    expect(await store.findLoggedRegistration(agent)).toMatchObject({ proof: null })
    await sequence(world)
    const key = parseVerifierKey((await signerOf(world)).keys(world.clock.now)[0]!)!
    for (const name of ['a', 'b', 'e']) {
      const logged = await store.findLoggedRegistration({
        svc_id: `agent-${name}`,
        organization_id: `org_${name}`,
      })
      expect(verifyProof(Buffer.from(logged!.entry), logged!.proof!, key)).toBeDefined()
    }
  })

  it('never has the log of another store, even if both were restored from backups of the same store', async () => {
    const { world: first, address } = await begin()
    const one = await transferred(first, kind, address, 'restore')
    const other = await transferred(first, kind, address, 'restore')
    for (const { world } of [one, other]) await sequence(world)
    const origins = [first, one.world, other.world].map(
      async (world) => (await headOf(world)).origin,
    )
    expect(new Set(await Promise.all(origins)).size).toBe(3)
  })

  it('keeps the order when it is restored again, even while entries are still waiting from the previous restore', async () => {
    const { world: first, address } = await begin()
    const second = await transferred(first, kind, address, 'restore')
    // The second log has begun, and most of its entries are not sequenced yet.
    await second.world.database.transact(async (tx) => {
      for (let n = 0; n < 300; n += 1)
        await tx.log_entries.insert({
          subject: `0 ${n}`,
          arrival: 10 + n,
          leaf_index: null,
          entry: `entry ${n}`,
          salt: null,
          created_at: first.clock.now,
        })
    })
    await second.world.store.sequenceLog(first.context(), { signer: await signerOf(second.world) })
    const head = await headOf(second.world)
    expect(await second.world.store.isLogBehind({})).toBe(true)
    const third = await transferred(second.world, kind, second.address, 'restore')
    // It was not served, so it has no log.
    const fourth = await transferred(third.world, kind, third.address, 'copy')
    await sequence(fourth.world)
    const [created, ...rest] = await entriesOf(fourth.world)
    const { origin, previous } = JSON.parse(created!) as {
      origin: string
      previous: { origin: string; size: number; root: string }
    }
    expect(origin).toMatch(/\/log\/4-[0-9a-f]{8}$/)
    expect(previous).toEqual({
      origin: head.origin,
      size: head.size,
      root: head.root.toString('hex'),
    })
    expect(await rootOf(rest.slice(0, head.size))).toEqual(head.root)
    expect(JSON.parse(rest[0]!)).toMatchObject({
      origin: head.origin,
      previous: { origin: ORIGIN },
    })
  })

  it('T-12: begins a new log when it is served with another issuer, in which no process signs under the earlier name', async () => {
    const { world } = await begin()
    const { store, context } = world
    const path = join(newFolder(), 'heads.jsonl')
    await store.publishHeads(context(), { pause_ms: 0 })
    await sequence(world)
    await keepHeads(store, path)
    await store.claimWitnesses(context(), { names: ['file:w'], publication: 1 })
    await store.advanceLogDigest(context(), { master_keys: MASTER_KEYS })
    const earlier = await signerOf(world)
    const evidence = (await store.readEvidence({}))!
    const [before, head] = [await entriesOf(world), await headOf(world)]
    const load = () =>
      store.loadLogSigner(context(), { master_keys: MASTER_KEYS, issuer: 'https://renamed.test' })
    const signer = await load()
    expect(signer.origin).toMatch(/^renamed\.test\/log\/2-[0-9a-f]{8}$/)
    expect((await load()).origin).toBe(signer.origin)
    expect(signer.keys(world.clock.now)[0]).not.toBe(earlier.keys(world.clock.now)[0])
    expect(await store.listWitnesses({})).toEqual([])
    const nothing = { added: 0, more: false }
    expect(await store.sequenceLog(context(), { signer: earlier })).toEqual(nothing)
    expect(await store.readLogHead({})).toBeUndefined()
    while (await store.isLogBehind({})) await store.sequenceLog(context(), { signer })
    expect(await store.sequenceLog(context(), { signer: earlier })).toEqual(nothing)
    const [created, ...rest] = await entriesOf(world)
    expect(JSON.parse(created!)).toMatchObject({
      type: 'log.created',
      origin: signer.origin,
      previous: { origin: ORIGIN, size: head.size, root: head.root.toString('hex') },
    })
    expect(rest).toEqual(before)
    expect(await rootOf([created!, ...rest])).toEqual((await headOf(world)).root)
    // A witness that was asked about the earlier log responds only now.
    const [{ size }, cosignature] = [await headOf(world), '\u2014 w AAAAAAAA\n']
    const result = { kind: 'delivered', evidence: { ...evidence, size }, cosignature } as const
    await store.recordWitness(context(), { name: 'w', result })
    expect((await headOf(world)).origin).toBe(signer.origin)
    const key = parseVerifierKey(earlier.keys(world.clock.now)[0]!)!
    const { lines } = parseHeadsLines(readFileSync(path, 'utf8'))
    expect(await verifyAgainstHeads(store, lines, [key])).toEqual([])
    expect(await store.readSigningKeys({ master_keys: MASTER_KEYS })).toHaveLength(2)
    expect((await load()).origin).toBe(signer.origin)
  })

  it('T-12: compares a restored store with what witnesses saw of the previous log', async () => {
    const { world: first, address } = await begin()
    const path = join(newFolder(), 'heads.jsonl')
    const publish = async (world: World) => {
      await world.store.publishHeads(world.context(), { pause_ms: 0 })
      await sequence(world)
      await keepHeads(world.store, path)
    }
    const lines = () => parseHeadsLines(readFileSync(path, 'utf8')).lines
    await publish(first)
    const key = parseVerifierKey((await signerOf(first)).keys(first.clock.now)[0]!)!
    const before = (await headOf(first)).size
    const { world } = await transferred(first, kind, address, 'restore')
    // The heads must verify before the restored store is served, and while it is used.
    expect(await verifyAgainstHeads(world.store, lines(), [key])).toEqual([])
    await sequence(world)
    expect(await verifyAgainstHeads(world.store, lines(), [key])).toEqual([])
    await world.store.createApiKey(world.context(), { organization_id: 'org_b', name: 'k' })
    await publish(world)
    expect(lines().map(({ heads }) => heads.length)).toEqual([5, 1])
    expect(await verifyAgainstHeads(world.store, lines(), [key])).toEqual([])
    // The first store publishes something that the backup does not have.
    await first.store.createApiKey(first.context(), { organization_id: 'org_c', name: 'k' })
    const lost = join(newFolder(), 'lost.jsonl')
    await first.store.publishHeads(first.context(), { pause_ms: 0 })
    await sequence(first)
    await keepHeads(first.store, lost)
    const seen = parseHeadsLines(readFileSync(lost, 'utf8')).lines
    expect(await verifyAgainstHeads(world.store, seen, [key])).toMatchObject([
      { kind: 'chain_truncated', chain: 'org_c' },
      { kind: 'log_restored', origin: ORIGIN, size: before, line: 1 },
    ])
    // The first store does not know the log of the restored store.
    expect(await verifyAgainstHeads(first.store, lines(), [key])).toContainEqual({
      kind: 'log_unknown',
      origin: (await headOf(world)).origin,
      line: 2,
    })
  })
})
