import { expect, it } from 'vitest'
import { coversHead, parseHeadsEntry } from '../../../src/domain/transparency/heads.ts'
import { parseVerifierKey } from '../../../src/domain/transparency/note.ts'
import { verifyProof } from '../../../src/domain/transparency/proof.ts'
import { proveEntry } from '../../../src/store/transactions/transparency/log-proofs.ts'
import { readWitnessed } from '../../../src/store/transactions/transparency/witnessed.ts'
import { createStore } from '../../../src/store/store.ts'
import { MINUTE } from '../../kit/time.ts'
import { eachStore, forProcesses } from '../stores.ts'
import { ISSUER, MASTER_KEYS, newWorld, type World } from '../world.ts'
import { allHeads } from './witness-file.ts'

const publish = ({ store, context }: World, pause_ms = 0) =>
  store.publishHeads(context(), { pause_ms })

async function sequence({ store, context, clock }: World) {
  const signer = await store.loadLogSigner(context(), { master_keys: MASTER_KEYS, issuer: ISSUER })
  while (await store.isLogBehind({})) await store.sequenceLog(context(), { signer })
  return parseVerifierKey(signer.keys(clock.now)[0]!)!
}

const headOf = async ({ store, reach }: World, organization_id: string) => {
  const found = await store.readAuditHead({ reach, organization_id })
  if (found.kind === 'not_found') throw new Error(found.kind)
  return found
}

eachStore((location) => {
  it('proves entries with the checkpoint that has the most cosignatures, although the witnesses were asked again at different sizes', async () => {
    const world = await newWorld(location())
    const { store, context } = world
    const line = (name: string) => `\u2014 ${name} ${'A'.repeat(12)}\n`
    const grow = async (name: string) => {
      await world.tenant(name)
      await publish(world)
      await sequence(world)
      return (await store.readEvidence({}))!
    }
    const cosign = (name: string, evidence: Awaited<ReturnType<typeof grow>>) =>
      store.recordWitness(context(), {
        name,
        result: { kind: 'delivered', evidence, cosignature: line(name) },
      })
    const [{ proof: first }, early] = [await grow('first'), await grow('second')]
    expect(first).not.toContain('AAAAAAAAAAAA')
    const covered = { leaf_index: early.publication }
    const signers = async () => {
      const proof = (await world.database.read((tx) => proveEntry(tx, covered)))!
      return ['w1', 'w2'].filter((name) => proof.includes(line(name)))
    }
    await cosign('w1', early)
    await cosign('w2', early)
    const later = await grow('third')
    await cosign('w1', later)
    expect(await signers()).toEqual(['w1', 'w2'])
    expect((await store.readPublication({}))!.proof).toContain(line('w1'))
    const latest = await grow('fourth')
    await cosign('w2', latest)
    expect(await signers()).toEqual(['w1', 'w2'])
    const kept = async () => (await world.database.read(readWitnessed)).map(({ size }) => size)
    expect(await kept()).toEqual([early.size, latest.size])
    await cosign('w1', latest)
    expect(await signers()).toEqual(['w1', 'w2'])
    expect(await kept()).toEqual([latest.size])
    // A cosignature for a smaller size that arrives late does not replace the larger one.
    await cosign('w1', later)
    expect(await kept()).toEqual([latest.size])
  })

  it('publishes one root over the heads of all chains, with a path for each', async () => {
    const world = await newWorld(location())
    const { store, organization_id } = world
    const { newest_sequence, published: none } = await headOf(world, organization_id)
    expect(newest_sequence).toBeGreaterThan(0)
    expect(none).toBeUndefined()
    // Two full tiles of leaves, so that the paths cross tiles.
    await world.database.transact(async (tx) => {
      for (let n = 0; n < 600; n += 1)
        await tx.audit_heads.insert({
          chain: `zz_${n}`,
          sequence: n + 1,
          hash: 'ab'.repeat(32),
          purge_at: null,
        })
    })
    const { changed } = await publish(world)
    const key = await sequence(world)
    const heads = await allHeads(store)
    expect(heads).toHaveLength(changed)
    expect(heads.length).toBeGreaterThan(600)
    for (const index of [0, 1, 255, 256, 511, 512, heads.length - 1]) {
      const { chain } = heads[index]!
      const found = await store.readAuditHead({
        reach: { organizations: [chain], workspace_id: null },
        organization_id: chain,
      })
      const published = found.kind === 'head' ? found.published! : undefined!
      expect(published).toMatchObject({ index, head: heads[index], count: heads.length })
      const stated = parseHeadsEntry(published.entry)!
      expect(coversHead(stated, published.head, index, published.path)).toBe(true)
      expect(verifyProof(Buffer.from(published.entry), published.proof!, key)).toBeDefined()
    }
    await world.database.transact(async (tx) => {
      for (let n = 0; n < 600; n += 1) await tx.audit_heads.delete({ chain: `zz_${n}` })
    })
    expect((await publish(world)).changed).toBe(600)
    expect((await headOf(world, organization_id)).published?.count).toBe(heads.length - 600)
  })

  it('stores only what changed, and publishes nothing if nothing did', async () => {
    const world = await newWorld(location())
    const other = await world.tenant('b')
    await publish(world)
    expect(await publish(world)).toEqual({ changed: 0 })
    await world.install()
    expect(await publish(world)).toEqual({ changed: 1 })
    await sequence(world)
    const heads = await allHeads(world.store)
    expect(heads.map(({ chain }) => chain)).toEqual(
      [world.organization_id, other.organization_id].toSorted(),
    )
    const entries = await world.database.read((tx) =>
      tx.log_entries.find({ where: { subject: 'heads' } }),
    )
    expect(entries).toHaveLength(2)
  })

  it('publishes no identifier of an organization', async () => {
    const world = await newWorld(location())
    await publish(world)
    await sequence(world)
    const entries = await world.database.read((tx) => tx.log_entries.find({}))
    expect(entries.map(({ entry }) => entry).join()).not.toContain(world.organization_id)
    expect(entries.map(({ entry }) => entry).join()).toContain('"type":"audit.heads"')
  })

  it('shows a head to its own tenant only', async () => {
    const world = await newWorld(location())
    const other = await world.tenant('b')
    await publish(world)
    const { store, reach } = world
    expect(await store.readAuditHead({ reach, organization_id: other.organization_id })).toEqual({
      kind: 'not_found',
    })
  })

  it('publishes at most once per interval, and at once at shutdown', async () => {
    const world = await newWorld(location())
    expect((await publish(world, 10 * MINUTE)).changed).toBe(1)
    await world.install()
    expect((await publish(world, 10 * MINUTE)).changed).toBe(0)
    world.clock.advance(10 * MINUTE)
    expect((await publish(world, 10 * MINUTE)).changed).toBe(1)
    await world.tenant('b')
    expect((await publish(world)).changed).toBeGreaterThan(0)
  })

  it('publishes once when processes do so at the same time', async () => {
    const at = location()
    const world = await newWorld(at)
    const processes = await forProcesses(3, at, world.store, createStore)
    for (let round = 0; round < 5; round += 1) {
      await world.tenant(`t${round}`)
      const results = await Promise.all(
        processes.map((store) => store.publishHeads(world.context(), { pause_ms: 0 })),
      )
      expect(results.map(({ changed }) => changed).filter((changed) => changed > 0)).toHaveLength(1)
    }
  })
})
