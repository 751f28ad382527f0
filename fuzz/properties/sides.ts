import { PLATFORM, readContract } from './contract.ts'
import type { Side } from './operations.ts'
import { ENDING, type World } from './world.ts'

/** The platform, asked as a tenant of the highest plan. */
export async function platformSide(world: World): Promise<Side> {
  return {
    name: 'platform',
    contract: await readContract(PLATFORM),
    sentOf: (operation, drawn) => world.sentOf(operation, drawn),
    exampleOf: (operation) => world.exampleOf(operation),
    ask: world.ask,
    costly: ENDING,
    excused: () => false,
    complaints: ({ body }) =>
      ((body?.issues ?? []) as readonly { readonly path: string }[]).map(({ path }) => path),
  }
}
