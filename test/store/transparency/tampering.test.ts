import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compareHeads, parseHeadsFiles, readHeads } from '../../../src/cli/audit/heads-file.ts'
import { link, type AuditRecord } from '../../../src/domain/audit/record.ts'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { formatCheckpoint } from '../../../src/domain/transparency/checkpoint.ts'
import { parseHeadsLines, type HeadsLine } from '../../../src/domain/transparency/heads-file.ts'
import { nodesOfLeaves } from '../../../src/domain/transparency/heads.ts'
import { inclusionProof, leafHash, treeRoot } from '../../../src/domain/transparency/merkle.ts'
import {
  ED25519,
  formatNote,
  parseVerifierKey,
  signNote,
} from '../../../src/domain/transparency/note.ts'
import { formatProof } from '../../../src/domain/transparency/proof.ts'
import type { Tx } from '../../../src/store/database.ts'
import { verifyAgainstHeads } from '../../../src/store/long-reads/verify-heads.ts'
import { verifyStoredChain } from '../../../src/store/long-reads/verify-chain.ts'
import { newFolder } from '../../kit/folder.ts'
import { MINUTE } from '../../kit/time.ts'
import { eachStore, type StoreLocation } from '../stores.ts'
import { ISSUER, MASTER_KEYS, newWorld } from '../world.ts'
import { keepHeads } from './witness-file.ts'

const CHAIN = 'org_a'

/** Creates a store with two publications, and the file of a witness that has both. */
async function witnessed(location: StoreLocation) {
  const world = await newWorld(location)
  const { store, context } = world
  const signer = await store.loadLogSigner(context(), { master_keys: MASTER_KEYS, issuer: ISSUER })
  const path = join(newFolder(), 'heads.jsonl')
  const publish = async (with_signer = signer) => {
    await store.publishHeads(context(), { pause_ms: 0 })
    while (await store.isLogBehind({})) await store.sequenceLog(context(), { signer: with_signer })
    await keepHeads(store, path)
  }
  await world.tenant('b')
  await publish()
  for (let n = 0; n < 3; n += 1) await world.install()
  await publish()
  const logKey = parseVerifierKey(signer.keys(world.clock.now)[0]!)!
  const lines = () => parseHeadsLines(readFileSync(path, 'utf8')).lines
  const find = (given = lines()) => verifyAgainstHeads(store, given, [logKey])
  /** What `audit verify` finds without the file. */
  const findWithoutFile = async () =>
    (await verifyStoredChain(store, CHAIN, () => true)).broken?.fault
  const last = (await store.findChainHead({ chain: CHAIN }))!.sequence
  return { world, path, find, findWithoutFile, lines, last, publish, signer, logKey }
}

/** Removes all records of a chain above a sequence number, and sets its head back. */
async function cut(tx: Tx, above: number): Promise<void> {
  const records = await tx.audit_log.find({ where: { chain: CHAIN, sequence: { gt: above } } })
  for (const { sequence } of records) await tx.audit_log.delete({ chain: CHAIN, sequence })
  const last = await tx.audit_log.get({ chain: CHAIN, sequence: above })
  if (last) await tx.audit_heads.update({ chain: CHAIN }, { sequence: above, hash: last.hash })
  else await tx.audit_heads.delete({ chain: CHAIN })
}

/** Writes records again from a sequence number on, with valid hashes. */
async function rewrite(tx: Tx, from: number, order: (records: AuditRecord[]) => AuditRecord[]) {
  const rows = await tx.audit_log.find({
    where: { chain: CHAIN, sequence: { gte: from } },
    orderBy: ['sequence'],
  })
  const before = await tx.audit_log.get({ chain: CHAIN, sequence: from - 1 })
  let head = before && { sequence: before.sequence, hash: before.hash }
  for (const { sequence } of rows) await tx.audit_log.delete({ chain: CHAIN, sequence })
  for (const { id, occurred_at, ...event } of order(rows.map((row) => ({ ...row })))) {
    const record = link(head, event, id, occurred_at)
    await tx.audit_log.insert({ ...record, chain: CHAIN })
    head = record
  }
  await tx.audit_heads.update({ chain: CHAIN }, { sequence: head!.sequence, hash: head!.hash })
}

eachStore((location) => {
  it('yields to the event loop after each line of the file', async () => {
    const { find, lines } = await witnessed(location())
    const many = [
      ...lines(),
      ...Array.from({ length: 50 }, () => ({ ...lines().at(-1)!, heads: [] })),
    ]
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    expect(await find(many)).toEqual([])
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(many.length)
  })

  it('T-12: an honest store has no findings, even after it has grown', async () => {
    const { world, find, publish, lines } = await witnessed(location())
    expect(await find()).toEqual([])
    await world.install()
    expect(await find()).toEqual([])
    await publish()
    expect(await find()).toEqual([])
    expect(lines().map(({ heads }) => heads.length)).toEqual([2, 1, 1])
  })

  it.each([
    {
      tampering: 'records removed from the end',
      change: (tx: Tx, last: number) => cut(tx, last - 3),
      withoutFile: undefined,
      found: (last: number) => ({
        kind: 'chain_truncated',
        chain: CHAIN,
        sequence: last - 2,
        line: 2,
      }),
    },
    {
      tampering: 'a chain that is gone',
      change: (tx: Tx) => cut(tx, 0),
      withoutFile: undefined,
      found: () => ({ kind: 'chain_gone', chain: CHAIN, line: 1 }),
    },
    {
      tampering: 'a chain that was rewritten from its first record',
      change: (tx: Tx) =>
        rewrite(tx, 1, (records) => records.map((one) => ({ ...one, reason: 'invented' }))),
      withoutFile: undefined,
      found: () => ({ kind: 'chain_replaced', chain: CHAIN, line: 1 }),
    },
    {
      tampering: 'reordered records with valid hashes',
      change: (tx: Tx, last: number) => rewrite(tx, last - 1, (records) => records.toReversed()),
      withoutFile: undefined,
      found: (last: number) => ({ kind: 'chain_replaced', chain: CHAIN, sequence: last, line: 2 }),
    },
    {
      tampering: 'an edited record',
      change: async (tx: Tx, last: number) =>
        tx.audit_log.update({ chain: CHAIN, sequence: last - 1 }, { reason: 'invented' }),
      withoutFile: 'edited',
      found: () => undefined,
    },
  ])('T-12: finds $tampering', async ({ change, withoutFile, found }) => {
    const { world, find, findWithoutFile, last } = await witnessed(location())
    const before = await world.database.read((tx) => tx.audit_log.find({ where: { chain: CHAIN } }))
    const head = (await world.store.findChainHead({ chain: CHAIN }))!
    await world.database.transact(async (tx) => change(tx, last))
    expect(await findWithoutFile()).toBe(withoutFile)
    const expected = found(last)
    expect(await find()).toMatchObject(expected ? [expected] : [])
    // The chain is restored, because the suite verifies all chains afterwards.
    await world.database.transact(async (tx) => {
      for (const row of before) await tx.audit_log.put(row)
      await tx.audit_heads.put(head)
    })
  })

  it('T-12: a log that was truncated or forked is detected', async () => {
    const { world, find } = await witnessed(location())
    const head = (await world.store.readLogHead({}))!
    await world.database.transact(async (tx) => {
      await tx.platform_facts.put({ name: 'log_head', value: { ...head, size: 2 } })
    })
    expect(await find()).toMatchObject([{ kind: 'log_truncated' }])
    await world.database.transact(async (tx) => {
      await tx.platform_facts.put({ name: 'log_head', value: { ...head } })
      const { subject, arrival } = (await tx.log_entries.first({ where: { leaf_index: 1 } }))!
      await tx.log_entries.update({ subject, arrival }, { entry: '{}' })
    })
    expect(await find()).toMatchObject([{ kind: 'log_forked', line: 1 }])
  })

  it('T-15: a log whose key was rotated is verified with both keys, each for its period', async () => {
    const { world, publish, lines, signer, logKey } = await witnessed(location())
    const { store, context, clock } = world
    const access = { master_keys: MASTER_KEYS }
    await store.rotateSigningKey(context(), { use: 'log', overlap_ms: 10 * MINUTE, ...access })
    await world.install()
    await publish(signer)
    clock.advance(11 * MINUTE)
    const rotated = await store.loadLogSigner(context(), { ...access, issuer: ISSUER })
    const newKey = parseVerifierKey(rotated.keys(clock.now)[0]!)!
    expect(newKey).not.toEqual(logKey)
    await world.install()
    await publish(rotated)
    const find = (...keys: (typeof logKey)[]) => verifyAgainstHeads(store, lines(), keys)
    expect(await find(logKey, newKey)).toEqual([])
    expect(await find(logKey)).toEqual([{ kind: 'line_forged', line: 4 }])
    expect(await find(newKey)).toEqual([1, 2, 3].map((line) => ({ kind: 'line_forged', line })))
    // Somebody stole the old key and signs with it after its retirement.
    await world.install()
    await publish({ ...rotated, sign: (text) => signer.sign(text, '2026-03-01T12:00:00.000Z') })
    expect(await find(logKey, newKey)).toEqual([{ kind: 'line_forged', line: 5 }])
  })

  it('T-12: records that were removed before a new witness file was started are detected', async () => {
    const { world, path, last, publish } = await witnessed(location())
    const earlier = `${path}.1750000000000`
    renameSync(path, earlier)
    await world.database.transact((tx) => cut(tx, last - 1))
    await publish()
    const found = await compareHeads(world.store, parseHeadsFiles(readHeads(path)), [])
    expect(found).toMatchObject([
      { kind: 'chain_truncated', chain: CHAIN, sequence: last, file: 'heads.jsonl.1750000000000' },
    ])
  })

  it.each([
    ['is missing', (path: string) => rmSync(path, { force: true })],
    ['is empty', (path: string) => writeFileSync(path, '')],
  ])(
    'T-12: the earlier files of a witness are verified if the current one %s, which is a finding',
    async (_, empty) => {
      const { world, path, last } = await witnessed(location())
      const find = () => compareHeads(world.store, parseHeadsFiles(readHeads(path)), [])
      renameSync(path, `${path}.1750000000000`)
      empty(path)
      // The lines that somebody may have removed from it would show what is missing from the store.
      expect(await find()).toEqual([{ kind: 'file_empty', file: 'heads.jsonl' }])
      await world.database.transact((tx) => cut(tx, last - 1))
      expect(await find()).toMatchObject([
        {
          kind: 'chain_truncated',
          chain: CHAIN,
          sequence: last,
          file: 'heads.jsonl.1750000000000',
        },
        { kind: 'file_empty', file: 'heads.jsonl' },
      ])
    },
  )

  it('T-12: a proof that is signed with another key and a line that states other heads are found', async () => {
    const { find, lines, signer } = await witnessed(location())
    const [first, second] = lines() as [HeadsLine, HeadsLine]
    const { publicKey, privateKey } = keyPairOfSeed(Buffer.alloc(32, 9))
    const forger = { name: signer.origin, type: ED25519, public_key: publicKey } as const
    const leaves = [leafHash(Buffer.from(first.entry, 'utf8'))]
    const nodes = nodesOfLeaves(leaves)
    const text = formatCheckpoint({
      origin: signer.origin,
      size: 1,
      root: await treeRoot(1, nodes),
    })
    const path = await inclusionProof(0, 1, nodes)
    const checkpoint = formatNote({ text, signatures: [signNote(text, forger, privateKey)] })
    const proof = formatProof({ index: 0, path, checkpoint })
    expect(await find([{ ...first, proof }])).toMatchObject([
      { kind: 'line_forged', line: 1 },
      { kind: 'log_forked', line: 1 },
    ])
    expect(await find([first, { ...second, heads: [] }])).toMatchObject([
      { kind: 'line_damaged', line: 2 },
    ])
  })
})
