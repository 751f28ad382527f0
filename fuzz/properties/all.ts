import { accessProperties } from './access.ts'
import { startAgentTarget } from './agent-target.ts'
import { hostileAgents } from './hostile-agents.ts'
import { hostileProperties } from './hostile.ts'
import { lifecycleProperty } from './lifecycle/property.ts'
import { operationProperties, type Target } from './operations.ts'
import { deterministicProperty, type Property, type PropertyResult } from './property.ts'
import { recordProperties } from './records.ts'
import { signInProperty } from './sign-in.ts'
import { createRequestCounter, type RequestCounter } from './request-counts.ts'
import { createPlatformTarget, startWorld } from './world.ts'

export interface Suite {
  readonly properties: readonly Property[]
  readonly counter: RequestCounter
  readonly close: () => Promise<void>
}

/**
 * Operations that cannot succeed in this process: a bill of materials needs an image registry, and the only owner of an organization cannot
 * leave it.
 */
const UNREACHABLE_OPERATIONS: ReadonlySet<string> = new Set(['getImageSbom', 'leaveOrganization'])

/** Starts the platforms and agents that the properties need in this process, and returns all properties. */
export async function startSuite(): Promise<Suite> {
  // Properties that advance the clock have a separate platform, because they advance it by years, and the credentials of the
  // other properties would expire.
  const [advancingWorld, world] = [await startWorld(), await startWorld()]
  const platform = await createPlatformTarget(world)
  const agent = await startAgentTarget()
  const agents = await hostileAgents()
  const counter = createRequestCounter()
  const properties = [
    lifecycleProperty(advancingWorld),
    signInProperty(advancingWorld),
    ...recordProperties(world, platform),
    ...accessProperties(world, platform),
    ...hostileProperties(await startWorld(), platform),
    ...agents.properties,
    ...[platform, agent].flatMap((target) => [
      ...operationProperties(target, counter),
      servesEveryOperation(target, counter),
    ]),
  ]
  return {
    properties,
    counter,
    close: async () => {
      await Promise.all([agent.close(), agents.close()])
    },
  }
}

/** With fewer runs it depends on chance whether operations that delete resources were accepted at least once. */
const MIN_RUNS = 50

/** Requires that each operation succeeded at least once, because a server that refuses everything would satisfy the other properties. */
const servesEveryOperation = ({ name, contract }: Target, counter: RequestCounter): Property =>
  deterministicProperty(`${name} serves every operation`, async ({ runs }) => {
    if (runs < MIN_RUNS) return 0
    const asked = contract.operations.filter(({ id }) => counter.of(id).requests > 0)
    const unserved = asked.filter(
      ({ id }) => counter.of(id).accepted === 0 && !UNREACHABLE_OPERATIONS.has(id),
    )
    if (unserved.length > 0)
      throw new Error(`never responded with 2xx: ${unserved.map(({ id }) => id).join(', ')}`)
    return asked.length
  })

/** Runs properties one after another, and reports each result to `onResult` as it becomes available. */
export async function runAll(
  properties: readonly Property[],
  options: { readonly seed: number; readonly runs: number; readonly path?: string | undefined },
  onResult: (verdict: PropertyResult) => void = () => undefined,
): Promise<readonly PropertyResult[]> {
  const verdicts: PropertyResult[] = []
  for (const property of properties) {
    const verdict = await property.run(options)
    verdicts.push(verdict)
    onResult(verdict)
  }
  return verdicts
}
