import { expect, it } from 'vitest'
import { createStore } from '../../../src/store/store.ts'
import { actor, eachStore, testClock } from '../stores.ts'
import { MASTER_KEY } from '../world.ts'

eachStore((place) => {
  it('the issuer is the configured one for whoever serves, and the one in force for commands beside it', async () => {
    const store = createStore(await place().open())
    const act = actor(testClock())
    const load = async (input: object) =>
      (await store.loadSigner(act(), { master_key: MASTER_KEY, ...input })).issuer
    expect(await load({ issuer: 'https://one.example', serves: true })).toBe('https://one.example')
    expect(await load({ issuer: 'https://other.example' })).toBe('https://one.example')
    expect(await load({})).toBe('https://one.example')
    expect(await load({ issuer: 'https://two.example', serves: true })).toBe('https://two.example')
    expect(await load({})).toBe('https://two.example')
  })

  it('the issuer is a random one that is kept where none is configured, and never the configured one of another start', async () => {
    const store = createStore(await place().open())
    const act = actor(testClock())
    const load = async (input: object) =>
      (await store.loadSigner(act(), { master_key: MASTER_KEY, ...input })).issuer
    const made = await load({ serves: true })
    expect(made).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(await load({})).toBe(made)
    expect(await load({ issuer: 'https://one.example', serves: true })).toBe('https://one.example')
    expect(await load({ serves: true })).toBe(made)
  })
})
