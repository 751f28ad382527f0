import { masterKey } from '../../../src/domain/secrets.ts'
import { expect, it } from 'vitest'
import { parseCheckpoint, type Checkpoint } from '../../../src/domain/transparency/checkpoint.ts'
import {
  leafHash,
  nodeHash,
  provesConsistency,
  consistencyProof,
  type ReadNodes,
} from '../../../src/domain/transparency/merkle.ts'
import { privateAgentHash } from '../../../src/domain/transparency/entries.ts'
import {
  parseVerifierKey,
  verifyNote,
  type VerifierKey,
} from '../../../src/domain/transparency/note.ts'
import { verifyProof } from '../../../src/domain/transparency/proof.ts'
import { parseEntries } from '../../../src/domain/transparency/tiles.ts'
import { createStore, type Store } from '../../../src/store/store.ts'
import { DAY } from '../../kit/time.ts'
import { eachStore, forProcesses, type StoreLocation } from '../stores.ts'
import { ISSUER, MASTER_KEYS, newWorld, type World, signingKeyOf } from '../world.ts'

const signerOf = ({ store, context }: World) =>
  store.loadLogSigner(context(), { master_keys: MASTER_KEYS, issuer: ISSUER })

/** Returns the verifier key of the log. */
async function keyOf(world: World): Promise<VerifierKey> {
  const [key] = (await signerOf(world)).keys(world.clock.now)
  return parseVerifierKey(key!)!
}

/** Sequences every entry, as one process does. */
async function sequence(world: World, store: Store = world.store): Promise<void> {
  const signer = await signerOf(world)
  while (await store.isLogBehind({})) await store.sequenceLog(world.context(), { signer })
}

/** Returns the head of the log, if its key signed it. */
async function headOf(world: World): Promise<Checkpoint> {
  const { checkpoint } = (await world.store.readLogHead({}))!
  const key = await keyOf(world)
  const note = verifyNote(checkpoint, [key])
  expect(note?.verified).toHaveLength(1)
  return parseCheckpoint(note!.text)!
}

/** Returns all entries in order, read as a monitor reads them. */
async function entriesOf(world: World): Promise<Buffer[]> {
  const { size } = await headOf(world)
  const entries: Buffer[] = []
  for (let index = 0; index * 256 < size; index += 1) {
    const width = Math.min(256, size - index * 256)
    const bundle = await world.store.readLogTile({ level: 'entries', index, width })
    entries.push(...parseEntries(bundle!)!.map((entry) => Buffer.from(entry)))
  }
  return entries
}

/** Reads nodes of the tree of these entries without any tile. */
const nodesOf = (entries: readonly Buffer[]): ReadNodes => {
  const hash = (level: number, index: number): Buffer =>
    level === 0
      ? leafHash(entries[index]!)
      : nodeHash(hash(level - 1, 2 * index), hash(level - 1, 2 * index + 1))
  return async (nodes) => nodes.map(({ level, index }) => hash(level, index))
}

const typesOf = (entries: readonly Buffer[]) =>
  entries.map((entry) => (JSON.parse(entry.toString()) as { type: string }).type)

const processes = (at: StoreLocation, { store }: World) => forProcesses(3, at, store, createStore)

eachStore((location) => {
  it('logs registrations in order, after an entry that names the log', async () => {
    const world = await newWorld(location())
    expect(await world.store.isLogBehind({})).toBe(true)
    expect(await world.store.readLogHead({})).toBeUndefined()
    await world.tenant('b')
    await sequence(world)
    expect(await world.store.isLogBehind({})).toBe(false)
    expect((await entriesOf(world)).map((entry) => JSON.parse(entry.toString()))).toMatchObject([
      { v: 1, type: 'log.created', at: world.clock.now, origin: 'registry.test/log' },
      { type: 'agent.registered', agent: { svc_id: 'agent-a', version: '1.0.0', proved: false } },
      { type: 'agent.registered', agent: { svc_id: 'agent-b' } },
    ])
    expect(await headOf(world)).toMatchObject({ origin: 'registry.test/log', size: 3 })
  })

  it('logs once that an agent was registered, proved, published, deprecated, suspended and reinstated, and not that it was made private', async () => {
    const world = await newWorld(location())
    const { store, context, organization_id, reach } = world
    const agent = world.provedAgent('one')
    const { svc_id } = agent
    await store.registerAgent(context(), { ...agent, proven: false, organization_id })
    await store.registerAgent(context(), { ...agent, organization_id })
    await store.registerAgent(context(), { ...agent, organization_id })
    const change = (access: { private: boolean; deprecated: boolean }) =>
      store.updateAgent(context(), {
        svc_id,
        reach,
        changes: {
          details: {},
          access: { private: access.private, installable_by: 'anyone', installers: [] },
          deprecated: access.deprecated,
        },
      })
    await change({ private: true, deprecated: false })
    await change({ private: false, deprecated: false })
    await change({ private: false, deprecated: true })
    await change({ private: false, deprecated: true })
    for (const suspended of [true, false])
      await store.setSuspended(context(), { svc_id, suspended, reason: 'because' })
    await sequence(world)
    expect(typesOf(await entriesOf(world)).slice(2)).toEqual([
      'agent.registered',
      'agent.proved',
      'agent.published',
      'agent.deprecated',
      'agent.suspended',
      'agent.reinstated',
    ])
  })

  it('logs displaced claims and judgements, without naming any organization', async () => {
    const world = await newWorld(location())
    const { store, context, organization_id } = world
    const other = await world.tenant('b')
    const agent = world.provedAgent('one')
    await store.registerAgent(context(), {
      ...agent,
      proven: false,
      organization_id: other.organization_id,
    })
    world.clock.advance(1)
    await store.registerAgent(context(), { ...agent, organization_id })
    for (const judgement of ['upheld', 'rejected'] as const) {
      const opened = await store.openDispute(context(), {
        reach: other.reach,
        organization_id: other.organization_id,
        svc_id: agent.svc_id,
        issue_type: 'incorrect_response',
        description: 'wrong',
        task_id: null,
        logs: null,
      })
      if (opened.kind !== 'opened') throw new Error(opened.kind)
      const { dispute_id } = opened.dispute
      for (const state of ['under_review', judgement] as const)
        await store.judgeDispute(context(), { dispute_id, judgement: state, reason: 'because' })
    }
    await sequence(world)
    const entries = await entriesOf(world)
    expect(typesOf(entries).slice(3)).toEqual([
      'agent.registered',
      'agent.displaced',
      'agent.registered',
      'dispute.upheld',
      'dispute.rejected',
    ])
    expect(Buffer.concat(entries).toString()).not.toMatch(/org_|operator|because/)
  })

  it('logs the end of a claim before the registration that ended it, even within one millisecond', async () => {
    const world = await newWorld(location())
    const { store, context, organization_id } = world
    const other = await world.tenant('b')
    const { now } = context()
    for (const name of ['one', 'two', 'three']) {
      const agent = world.provedAgent(name)
      await store.registerAgent(context({ now }), {
        ...agent,
        proven: false,
        organization_id: other.organization_id,
      })
      await store.registerAgent(context({ now }), { ...agent, organization_id })
    }
    await sequence(world)
    const entries = (await entriesOf(world)).map(
      (entry) => JSON.parse(entry.toString()) as { type: string; agent?: { name: string } },
    )
    for (const name of ['one', 'two', 'three'])
      expect(entries.filter(({ agent }) => agent?.name === name).map(({ type }) => type)).toEqual([
        'agent.registered',
        'agent.displaced',
        'agent.registered',
      ])
  })

  it('keeps the order of the entries about a registration, although the clock was set back', async () => {
    const world = await newWorld(location())
    const { store, context, organization_id } = world
    const agent = world.provedAgent('one')
    await store.registerAgent(context(), {
      ...agent,
      version: '0.0.1',
      proven: false,
      organization_id,
    })
    const now = new Date(Date.parse(world.clock.now) - DAY).toISOString()
    await store.registerAgent(context({ now }), { ...agent, organization_id })
    await sequence(world)
    expect(typesOf(await entriesOf(world)).slice(2)).toEqual([
      'agent.registered',
      'agent.displaced',
      'agent.registered',
    ])
    const last = (await store.findLoggedRegistration({ ...agent, organization_id }))!
    expect(JSON.parse(last.entry)).toMatchObject({ agent: { version: agent.version } })
  })

  it('shows a private agent as a hash that can be checked only with its salt', async () => {
    const world = await newWorld(location())
    const { store, context, organization_id } = world
    const agent = { ...world.provedAgent('hidden'), private: true, organization_id }
    await store.registerAgent(context(), agent)
    await sequence(world)
    const logged = (await store.findLoggedRegistration(agent))!
    const salt = Buffer.from(logged.salt!, 'hex')
    expect(salt).toHaveLength(32)
    expect(JSON.parse(logged.entry)).toEqual({
      v: 1,
      type: 'agent.registered',
      at: world.clock.now,
      agent_hash: privateAgentHash(agent, salt),
    })
    const all = Buffer.concat(await entriesOf(world)).toString()
    expect(all).not.toContain(agent.svc_id)
    expect(all).not.toContain('hidden')
    expect(all).not.toContain(logged.salt)
  })

  it('logs one suspension of an id that several organizations have registered, one of them privately', async () => {
    const world = await newWorld(location())
    const { store, context, organization_id } = world
    const other = await world.tenant('b')
    const agent = world.provedAgent('one')
    await store.registerAgent(context(), { ...agent, private: true, organization_id })
    await store.registerAgent(context(), {
      ...agent,
      proven: false,
      organization_id: other.organization_id,
    })
    await sequence(world)
    const before = (await entriesOf(world)).length
    await store.setSuspended(context(), { svc_id: agent.svc_id, suspended: true, reason: 'x' })
    await sequence(world)
    expect((await entriesOf(world)).slice(before).map(String)).toEqual([
      expect.stringContaining(agent.svc_id) as string,
    ])
  })

  it('logs nothing that was not committed', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    const { store, context, organization_id, database } = world
    await expect(
      database.transact(async (tx) => {
        await tx.log_entries.insert({
          arrival: 1,
          leaf_index: null,
          entry: '{}',
          subject: 'x',
          salt: null,
          created_at: world.clock.now,
        })
        throw new Error('fails')
      }),
    ).rejects.toThrow('fails')
    const agent = world.agentNamed('again')
    expect((await store.registerAgent(context(), { ...agent, organization_id })).kind).toBe(
      'registered',
    )
    expect((await store.registerAgent(context(), { ...agent, organization_id })).kind).toBe(
      'exists',
    )
    await sequence(world)
    expect(typesOf(await entriesOf(world))).toEqual([
      'log.created',
      'agent.registered',
      'agent.registered',
    ])
  })

  it('proves the last entry about a registration as soon as it has an index', async () => {
    const world = await newWorld(location())
    const agent = { svc_id: 'agent-a', organization_id: world.organization_id }
    expect(await world.store.findLoggedRegistration(agent)).toMatchObject({ proof: null })
    expect(
      await world.store.findLoggedRegistration({ ...agent, organization_id: 'org_b' }),
    ).toBeUndefined()
    await sequence(world)
    for (const name of ['b', 'c', 'd']) await world.tenant(name)
    await sequence(world)
    const key = await keyOf(world)
    const { entry, proof } = (await world.store.findLoggedRegistration(agent))!
    expect(verifyProof(Buffer.from(entry), proof!, key)).toMatchObject({ size: 5 })
    expect(verifyProof(Buffer.from(entry.replace('agent-a', 'agent-b')), proof!, key)).toBe(
      undefined,
    )
  })

  it('has one history, although processes sequence and register at the same time', async () => {
    const at = location()
    const world = await newWorld(at)
    const stores = await processes(at, world)
    const signer = await signerOf(world)
    const heads: Checkpoint[] = []
    const register = async (store: Store, from: number) => {
      for (let n = from; n < from + 12; n += 1) {
        const agent = world.agentNamed(`many-${n}`)
        await store.registerAgent(world.context(), {
          ...agent,
          organization_id: world.organization_id,
        })
      }
    }
    const sequenceAndWatch = async (store: Store) => {
      for (let round = 0; round < 15; round += 1) {
        await store.sequenceLog(world.context(), { signer })
        heads.push(await headOf(world))
      }
    }
    await Promise.all([
      ...stores.map((store, n) => register(store, n * 12)),
      ...stores.map(sequenceAndWatch),
    ])
    await sequence(world)
    const entries = await entriesOf(world)
    expect(new Set(entries.map(String)).size).toBe(38)
    expect(entries).toHaveLength(38)
    const last = await headOf(world)
    for (const head of heads) {
      const proof = await consistencyProof(head.size, last.size, nodesOf(entries))
      expect(provesConsistency(head, last, proof)).toBe(true)
    }
  })

  it('fills tiles and has exactly the ones that its size requires', async () => {
    const world = await newWorld(location())
    await world.database.transact(async (tx) => {
      for (let n = 0; n < 600; n += 1)
        await tx.log_entries.insert({
          arrival: 2 + n,
          leaf_index: null,
          entry: `entry ${n}`,
          subject: 'x',
          salt: null,
          created_at: world.clock.now,
        })
    })
    await sequence(world)
    const entries = await entriesOf(world)
    expect(entries).toHaveLength(602)
    const read = async (level: number | 'entries', index: number, width: number) =>
      (await world.store.readLogTile({ level, index, width }))?.length
    expect(await read(0, 0, 256)).toBe(8192)
    expect(await read(0, 2, 90)).toBe(90 * 32)
    expect(await read(0, 2, 89)).toBe(89 * 32)
    expect(await read(0, 2, 91)).toBeUndefined()
    expect(await read(0, 3, 1)).toBeUndefined()
    expect(await read(1, 0, 2)).toBe(64)
    expect(await read(1, 0, 3)).toBeUndefined()
    expect(await read(2, 0, 1)).toBeUndefined()
    expect(await read('entries', 2, 91)).toBeUndefined()
    expect(await read('entries', 3, 1)).toBeUndefined()
    const [first, last] = [entries.slice(0, 256), entries.slice(512)]
    const tile = await world.store.readLogTile({ level: 0, index: 0, width: 256 })
    expect(tile).toEqual(Buffer.concat(first.map(leafHash)))
    const partial = await world.store.readLogTile({ level: 0, index: 2, width: 90 })
    expect(partial).toEqual(Buffer.concat(last.map(leafHash)))
    const [full] = await nodesOf(entries)([{ level: 8, index: 1 }])
    expect((await world.store.readLogTile({ level: 1, index: 0, width: 2 }))!.subarray(32)).toEqual(
      full,
    )
  })

  it('is not truncated by retention or pruning', async () => {
    const world = await newWorld(location())
    await sequence(world)
    const before = await entriesOf(world)
    world.clock.advance(4000 * DAY)
    for (let round = 0; round < 5; round += 1) {
      await world.store.prune(world.context(), {})
      await world.store.purgeAudit(world.context(), { signer: world.signer })
    }
    expect(await entriesOf(world)).toEqual(before)
  })

  it('T-12: is signed by a key that the master key seals and that signs nothing else', async () => {
    const world = await newWorld(location())
    const key = await keyOf(world)
    expect(await keyOf(world)).toEqual(key)
    const stored = await world.store.listSigningKeys({
      now: world.clock.now,
      master_keys: MASTER_KEYS,
    })
    expect(stored.map(({ use, state }) => [use, state])).toEqual(
      expect.arrayContaining([
        ['statements', 'active'],
        ['log', 'active'],
      ]),
    )
    const published = await world.store.listPlatformKeys({ master_keys: MASTER_KEYS })
    expect(published.map(({ kid }) => kid)).toEqual([
      await signingKeyOf(world.store, world.clock.now),
    ])
    expect(published[0]!.x).not.toBe(Buffer.from(key.public_key).toString('base64url'))
    await expect(
      world.store.loadLogSigner(world.context(), {
        master_keys: [masterKey(Buffer.alloc(32, 8))],
        issuer: ISSUER,
      }),
    ).rejects.toThrow('The master key does not open this store')
  })
})
