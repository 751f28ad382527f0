import { PLATFORM, readContract } from './contract.ts'
import type { Target } from './operations.ts'
import { CONSUMING_OPERATIONS, type World } from './world.ts'

/** Returns the platform as the target of properties. Requests come from a tenant with the highest plan. */
export async function startPlatformTarget(world: World): Promise<Target> {
  return {
    name: 'platform',
    contract: await readContract(PLATFORM),
    sentOf: (operation, drawn) => world.sentOf(operation, drawn),
    exampleOf: (operation) => world.exampleOf(operation),
    ask: world.ask,
    consuming: CONSUMING_OPERATIONS,
    mayRefuse: () => false,
    issuePaths: ({ body }) =>
      ((body?.issues ?? []) as readonly { readonly path: string }[]).map(({ path }) => path),
  }
}
