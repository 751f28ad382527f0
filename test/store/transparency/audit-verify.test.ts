import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { audit } from '../../../src/cli/audit/audit.ts'
import { readHeads } from '../../../src/cli/audit/heads-file.ts'
import type { OperatorServices } from '../../../src/cli/operator/command.ts'
import { link, type AuditRecord } from '../../../src/domain/audit/record.ts'
import { plus } from '../../../src/domain/time.ts'
import type { Tx } from '../../../src/store/database.ts'
import { newFolder } from '../../kit/folder.ts'
import { DAY, MINUTE, SECOND } from '../../kit/time.ts'
import { newLocationInMemory, runCleanups } from '../stores.ts'
import { ISSUER, MASTER_KEYS, newWorld } from '../world.ts'
import { keepHeads } from './witness-file.ts'

afterEach(runCleanups)

/** Creates a store with two publications, the file of a witness that has both, and the command `audit verify`. */
async function witnessed() {
  const world = await newWorld(newLocationInMemory())
  const { store, context, clock } = world
  const path = join(newFolder(), 'heads.jsonl')
  const log = () => store.loadLogSigner(context(), { master_keys: MASTER_KEYS, issuer: ISSUER })
  const publish = async () => {
    await store.publishHeads(context(), { pause_ms: 0 })
    const signer = await log()
    while (await store.isLogBehind({})) await store.sequenceLog(context(), { signer })
    await keepHeads(store, path)
  }
  await world.tenant('b')
  await publish()
  clock.advance(10 * MINUTE)
  await world.install()
  await publish()
  const verify = async () => {
    const services = {
      store,
      signer: async () => world.signer,
    } as Partial<OperatorServices> as OperatorServices
    return (await audit[0]!.execute(services, {
      organization_id: null,
      heads: readHeads(path),
      log_keys: [],
    })) as { intact: boolean; chains: { chain: string; broken?: object }[]; findings: object[] }
  }
  return { world, verify, publish }
}

/** Removes a chain with its head and its organization. */
async function removeChain(tx: Tx, chain: string): Promise<void> {
  for (const { sequence } of await tx.audit_log.find({ where: { chain } }))
    await tx.audit_log.delete({ chain, sequence })
  await tx.audit_heads.delete({ chain })
  await tx.organizations.delete({ organization_id: chain })
}

it('T-12: finds a chain that was replaced by a forged checkpoint', async () => {
  const { world, verify } = await witnessed()
  expect(await verify()).toMatchObject({ intact: true, findings: [] })
  await world.database.transact(async (tx) => {
    await removeChain(tx, 'org_b')
    await tx.audit_checkpoints.put({
      issuer: ISSUER,
      chain: 'org_b',
      sequence: 1000,
      hash: '00'.repeat(32),
      occurred_at: world.clock.now,
      retention_days: 365,
      purged_at: world.clock.now,
      signing_key_id: 'forged',
      signature: 'AAAA',
    })
  })
  const { intact, chains } = await verify()
  expect(intact).toBe(false)
  expect(chains.find(({ chain }) => chain === 'org_b')!.broken).toBeDefined()
})

it('T-12: purges no records that were made to look old', async () => {
  const { world, verify } = await witnessed()
  const { store, context, database, signer } = world
  await database.transact(async (tx) => {
    const rows = await tx.audit_log.find({ where: { chain: 'org_a' } })
    for (const { sequence } of rows)
      await tx.audit_log.update(
        { chain: 'org_a', sequence },
        { occurred_at: plus(world.clock.now, -400 * DAY) },
      )
    await tx.audit_heads.update({ chain: 'org_a' }, { purge_at: null })
  })
  const { purged } = await store.purgeAudit(context(), { signer })
  expect(purged).toBe(0)
  expect((await verify()).intact).toBe(false)
})

it('T-12: does not replace a forged checkpoint with one that the platform signed', async () => {
  const { world, verify } = await witnessed()
  const { store, context, clock, database, signer } = world
  const [first] = await world.audit()
  await database.transact(async (tx) => {
    await tx.audit_log.delete({ chain: 'org_a', sequence: 1 })
    await tx.audit_checkpoints.put({
      issuer: ISSUER,
      chain: 'org_a',
      sequence: 1,
      hash: first!.hash,
      occurred_at: first!.occurred_at,
      retention_days: 365,
      purged_at: clock.now,
      signing_key_id: 'forged',
      signature: 'AAAA',
    })
    await tx.audit_heads.update({ chain: 'org_a' }, { purge_at: null })
  })
  clock.advance(400 * DAY)
  await store.purgeAudit(context(), { signer })
  expect(await store.findCheckpoint({ chain: 'org_a' })).toMatchObject({ signature: 'AAAA' })
  expect((await verify()).intact).toBe(false)
})

it.each([
  { age_ms: 4 * SECOND, findings: [] },
  { age_ms: 10 * MINUTE, findings: [] },
  {
    age_ms: 10 * MINUTE + SECOND,
    findings: [{ kind: 'chain_purged_early', chain: 'org_a', line: 4 }],
  },
])(
  'T-12: a record that was committed after a publication may be dated at most ten minutes before it: $age_ms ms',
  async ({ age_ms, findings }) => {
    const { world, verify, publish } = await witnessed()
    const { store, context, clock, signer } = world
    clock.advance(60 * MINUTE)
    await world.tenant('c')
    await publish()
    const begun_at = plus(clock.now, -age_ms)
    await store.createInstallToken(context({ now: begun_at }), {
      ...world.home,
      expiry_minutes: 15,
    })
    await publish()
    clock.now = plus(begun_at, 365 * DAY + 1)
    await store.purgeAudit(context(), { signer })
    expect((await store.findCheckpoint({ chain: 'org_a' }))!.occurred_at).toBe(begun_at)
    expect((await verify()).findings).toMatchObject(findings)
  },
)

it('T-12: finds a chain that was rewritten with old dates, so that the platform itself purged it', async () => {
  const { world, verify } = await witnessed()
  const { store, context, clock, database, signer } = world
  const old = plus(clock.now, -400 * DAY)
  await database.transact(async (tx) => {
    const rows = await tx.audit_log.find({ where: { chain: 'org_a' }, orderBy: ['sequence'] })
    let head: AuditRecord | undefined
    // One more record than was published hides that the published one differs.
    for (const { id, ...event } of [...rows, { ...rows.at(-1)!, id: 'aud_more' }]) {
      head = link(head, event, id, old)
      await tx.audit_log.put({ ...head, chain: 'org_a' })
    }
    const { sequence, hash } = head!
    await tx.audit_heads.put({ chain: 'org_a', sequence, hash, purge_at: null })
  })
  await store.purgeAudit(context(), { signer })
  const { chains, findings } = await verify()
  expect(chains.every(({ broken }) => broken === undefined)).toBe(true)
  expect(findings).toMatchObject([{ kind: 'chain_purged_early', chain: 'org_a', line: 2 }])
})
