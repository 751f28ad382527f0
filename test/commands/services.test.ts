import { expect, it } from 'vitest'
import { operatorServices } from '../../src/cli/operator/services.ts'

it('the signer is loaded with the time at which the master keys were read', async () => {
  let now = '2030-01-01T00:00:00.000Z'
  const loaded: string[] = []
  const services = operatorServices({
    store: {} as never,
    now: () => now,
    user: 'ann',
    async masterKeys() {
      now = '2030-01-01T00:00:30.000Z'
      return {} as never
    },
    async loadSigner(context) {
      loaded.push(context.now)
      return {} as never
    },
    images: async () => ({}) as never,
  })
  await services.signer()
  expect(loaded).toEqual([now])
})
