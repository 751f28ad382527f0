import { expect, it } from 'vitest'
import { keyPairOfSeed, publicJwk } from '../../../src/domain/crypto/ed25519.ts'
import { checkpointClaims } from '../../../src/domain/audit/checkpoint.ts'
import { signClaims } from '../../../src/domain/signatures/signature.ts'
import {
  openSigningKey,
  sealSigningKey,
  type SigningKeyContent,
} from '../../../src/domain/trust/signing-keys.ts'
import { eachStore } from '../stores.ts'
import { ISSUER, MASTER_KEY, newWorld, type World } from '../world.ts'

const SEED = Buffer.alloc(32, 9)
const { privateKey, publicKey } = keyPairOfSeed(SEED)
const { kid } = publicJwk(publicKey)
const FACTS: SigningKeyContent = {
  use: 'statements',
  state: 'active',
  created_at: '2026-03-01T12:00:00.000Z',
  retired_at: null,
}
const CHECKPOINT = checkpointClaims({
  issuer: ISSUER,
  chain: 'org_a',
  sequence: 1,
  hash: 'a'.repeat(64),
  occurred_at: FACTS.created_at,
  retention_days: 365,
  purged_at: FACTS.created_at,
})
const FORGED = signClaims(privateKey, 'audit-checkpoint', CHECKPOINT)

const load = ({ store, context }: World) => store.loadSigner(context(), { master_key: MASTER_KEY })
const published = async ({ store }: World) =>
  (await store.listPlatformKeys({ master_key: MASTER_KEY })).map((key) => key.kid)
const sealed = (facts: Partial<SigningKeyContent> = {}, master_key: Uint8Array = MASTER_KEY) =>
  sealSigningKey(master_key, SEED, { ...FACTS, ...facts }, Buffer.alloc(12, 3))

eachStore((location) => {
  it('T-12: ignores a signing key that was inserted into the database without the master key', async () => {
    const world = await newWorld(location())
    const own = world.signer.key_id
    const genuine = (await world.database.read((tx) => tx.signing_keys.first({})))!
    const rows = [
      sealed({ created_at: '2030-01-01T00:00:00.000Z' }, Buffer.alloc(32, 8)),
      { key_id: `${kid.slice(0, -1)}_`, sealed: genuine.sealed },
      { key_id: 'plain', sealed: JSON.stringify({ seed: SEED.toString('base64'), ...FACTS }) },
      { key_id: 'empty', sealed: '' },
    ]
    for (const row of rows) await world.database.transact((tx) => tx.signing_keys.insert(row))
    const signer = await load(world)
    expect(await published(world)).toEqual([own])
    expect(signer.key_id).toBe(own)
    for (const { key_id } of rows)
      expect(signer.isOwn(key_id, 'audit-checkpoint', CHECKPOINT, FORGED)).toBe(false)
    expect(signer.isOwn(own, 'audit-checkpoint', CHECKPOINT, FORGED)).toBe(false)
    expect(
      signer.isOwn(
        own,
        'audit-checkpoint',
        CHECKPOINT,
        signer.sign('audit-checkpoint', CHECKPOINT),
      ),
    ).toBe(true)
  })

  it('T-12: does not open what was sealed for another key', async () => {
    const world = await newWorld(location())
    const [one] = await world.database.read((tx) => tx.signing_keys.find({}))
    const other = sealed()
    await world.database.transact(async (tx) => {
      await tx.signing_keys.insert(other)
      await tx.signing_keys.update({ key_id: other.key_id }, { sealed: one!.sealed })
    })
    expect(await published(world)).toEqual([one!.key_id])
    await world.database.transact((tx) =>
      tx.signing_keys.update(
        { key_id: other.key_id },
        { sealed: `${other.sealed.slice(0, -1)}${other.sealed.endsWith('A') ? 'B' : 'A'}` },
      ),
    )
    expect(await published(world)).toEqual([one!.key_id])
  })

  it('reads the state of a key from the sealed text: a retired key only verifies, a compromised key is ignored', async () => {
    const world = await newWorld(location())
    const own = world.signer.key_id
    await world.database.transact((tx) =>
      tx.signing_keys.insert(
        sealed({
          state: 'retired',
          created_at: '2030-01-01T00:00:00.000Z',
          retired_at: '2030-01-02T00:00:00.000Z',
        }),
      ),
    )
    expect(await published(world)).toEqual([kid, own])
    const signer = await load(world)
    expect([signer.key_id, signer.isOwn(kid, 'audit-checkpoint', CHECKPOINT, FORGED)]).toEqual([
      own,
      true,
    ])
    await world.database.transact((tx) =>
      tx.signing_keys.update({ key_id: kid }, { sealed: sealed({ state: 'compromised' }).sealed }),
    )
    expect(await published(world)).toEqual([own])
    expect((await load(world)).isOwn(kid, 'audit-checkpoint', CHECKPOINT, FORGED)).toBe(false)
    await world.database.transact((tx) =>
      tx.signing_keys.update(
        { key_id: kid },
        { sealed: sealed({ created_at: '2030-01-01T00:00:00.000Z' }).sealed },
      ),
    )
    expect((await load(world)).key_id).toBe(kid)
  })

  it('refuses a store all of whose keys belong to another master key', async () => {
    const { store, context } = await newWorld(location())
    await expect(
      store.loadSigner(context(), { master_key: Buffer.alloc(32, 8) }),
    ).rejects.toMatchObject({ name: 'StoreRefused' })
  })
})

it('opens a sealed key with the public key of its seed, its state and its dates', () => {
  const facts = {
    state: 'retired',
    created_at: FACTS.created_at,
    retired_at: '2026-04-01T12:00:00.000Z',
  } as const
  const opened = openSigningKey(MASTER_KEY, sealed(facts))!
  expect(opened).toMatchObject({ key_id: kid, ...facts })
  expect(Buffer.from(opened.public_key).toString('base64')).toBe(
    Buffer.from(publicKey).toString('base64'),
  )
})
