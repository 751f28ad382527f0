import { expect, it } from 'vitest'
import { createStore } from '../../../src/store/store.ts'
import { contextFactory, eachStore, testClock } from '../stores.ts'
import { MASTER_KEYS } from '../world.ts'

eachStore((location) => {
  it('uses the configured issuer for a serving process, and the stored issuer for commands', async () => {
    const store = createStore(await location().open())
    const context = contextFactory(testClock())
    const load = async (input: object) =>
      (await store.loadSigner(context(), { master_keys: MASTER_KEYS, ...input })).issuer
    expect(await load({ issuer: 'https://one.example', serves: true })).toBe('https://one.example')
    expect(await load({ issuer: 'https://other.example' })).toBe('https://one.example')
    expect(await load({})).toBe('https://one.example')
    expect(await load({ issuer: 'https://two.example', serves: true })).toBe('https://two.example')
    expect(await load({})).toBe('https://two.example')
  })

  it('uses a stored random issuer where none is configured, never one that was configured earlier', async () => {
    const store = createStore(await location().open())
    const context = contextFactory(testClock())
    const load = async (input: object) =>
      (await store.loadSigner(context(), { master_keys: MASTER_KEYS, ...input })).issuer
    const made = await load({ serves: true })
    expect(made).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(await load({})).toBe(made)
    expect(await load({ issuer: 'https://one.example', serves: true })).toBe('https://one.example')
    expect(await load({ serves: true })).toBe(made)
  })
})
