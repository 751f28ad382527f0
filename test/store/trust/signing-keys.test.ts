import { expect, it } from 'vitest'
import { keyPairOfSeed, publicJwk } from '../../../src/domain/crypto/ed25519.ts'
import { checkpointClaims } from '../../../src/domain/audit/checkpoint.ts'
import { signClaims } from '../../../src/domain/signatures/signature.ts'
import { openSigningKey, sealSigningKey } from '../../../src/domain/trust/sealed-keys.ts'
import {
  newKeyContent,
  type SigningKeyContent,
  type Signer,
} from '../../../src/domain/trust/signing-keys.ts'
import { masterKey, seal } from '../../../src/domain/secrets.ts'
import { eachStore } from '../stores.ts'
import { ISSUER, MASTER_KEY, MASTER_KEYS, newWorld, signingKeyOf, type World } from '../world.ts'

const SEED = Buffer.alloc(32, 9)
const { privateKey, publicKey } = keyPairOfSeed(SEED)
const { kid } = publicJwk(publicKey)
const FACTS = newKeyContent('statements', '2026-03-01T12:00:00.000Z')
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

const load = ({ store, context }: World) =>
  store.loadSigner(context(), { master_keys: MASTER_KEYS })
const keyThatSigns = ({ sign }: Signer, now = FACTS.created_at) =>
  sign('audit-checkpoint', CHECKPOINT, now).key_id
const published = async ({ store }: World) =>
  (await store.listPlatformKeys({ master_keys: MASTER_KEYS })).map((key) => key.kid)
const sealed = (facts: Partial<SigningKeyContent> = {}, bytes: Uint8Array = MASTER_KEY) =>
  sealSigningKey(masterKey(bytes), SEED, { ...FACTS, ...facts }, Buffer.alloc(12, 3))

eachStore((location) => {
  it('T-12: ignores a signing key that was inserted into the database without the master key', async () => {
    const world = await newWorld(location())
    const own = await signingKeyOf(world.store, world.clock.now)
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
    expect(keyThatSigns(signer)).toBe(own)
    for (const { key_id } of rows)
      expect(signer.isOwn(key_id, 'audit-checkpoint', CHECKPOINT, FORGED)).toBe(false)
    expect(signer.isOwn(own, 'audit-checkpoint', CHECKPOINT, FORGED)).toBe(false)
    expect(
      signer.isOwn(
        own,
        'audit-checkpoint',
        CHECKPOINT,
        signer.sign('audit-checkpoint', CHECKPOINT, FACTS.created_at).signature,
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

  it('reads the dates of a key from the sealed text: a retired key only verifies, a compromised key is ignored', async () => {
    const world = await newWorld(location())
    const own = await signingKeyOf(world.store, world.clock.now)
    const dates = { created_at: '2026-02-01T00:00:00.000Z', active_at: '2026-02-01T00:00:00.000Z' }
    const ended = { ...dates, retired_at: '2026-03-01T12:00:00.001Z' }
    await world.database.transact((tx) => tx.signing_keys.insert(sealed(ended)))
    expect(await published(world)).toEqual([own, kid])
    const signer = await load(world)
    expect(keyThatSigns(signer, '2026-03-01T12:00:00.001Z')).toBe(own)
    expect(keyThatSigns(signer, '2026-02-20T00:00:00.000Z')).toBe(kid)
    expect(signer.isOwn(kid, 'audit-checkpoint', CHECKPOINT, FORGED)).toBe(true)
    const compromised_at = '2026-03-01T12:00:00.000Z'
    await world.database.transact((tx) =>
      tx.signing_keys.update(
        { key_id: kid },
        { sealed: sealed({ ...dates, compromised_at }).sealed },
      ),
    )
    expect(await published(world)).toEqual([own])
    expect((await load(world)).isOwn(kid, 'audit-checkpoint', CHECKPOINT, FORGED)).toBe(false)
  })

  it('refuses a store all of whose keys belong to another master key', async () => {
    const { store, context } = await newWorld(location())
    await expect(
      store.loadSigner(context(), { master_keys: [masterKey(Buffer.alloc(32, 8))] }),
    ).rejects.toMatchObject({ name: 'MasterKeyMissing' })
  })
})

it('opening a sealed key returns the public key of its seed, and its dates', () => {
  const facts = {
    created_at: FACTS.created_at,
    active_at: '2026-03-02T12:00:00.000Z',
    retired_at: '2026-04-01T12:00:00.000Z',
    signed_again_at: '2026-04-01T12:01:00.000Z',
  }
  const opened = openSigningKey(MASTER_KEYS, sealed(facts))!
  expect(opened).toMatchObject({ key_id: kid, ...facts, compromised_at: null })
  expect(Buffer.from(opened.public_key).toString('base64')).toBe(
    Buffer.from(publicKey).toString('base64'),
  )
})

it('opens a key that was sealed before keys could be rotated: it signs from its creation', () => {
  const text = JSON.stringify({
    seed: SEED.toString('base64'),
    state: 'active',
    created_at: FACTS.created_at,
    retired_at: null,
  })
  const row = {
    key_id: kid,
    sealed: seal(MASTER_KEYS[0]!, `signing-key:${kid}`, text, Buffer.alloc(12, 3)),
  }
  expect(openSigningKey(MASTER_KEYS, row)).toMatchObject(FACTS)
})
