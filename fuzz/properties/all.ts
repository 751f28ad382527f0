import { accessProperties } from './access.ts'
import { agentSide } from './agent-side.ts'
import { hostileAgents } from './hostile-agents.ts'
import { hostileProperties } from './hostile.ts'
import { lifeProperty } from './life/property.ts'
import { operationProperties, type Side } from './operations.ts'
import { fact, type Property, type Verdict } from './property.ts'
import { recordProperties } from './records.ts'
import { platformSide } from './sides.ts'
import { signInProperty } from './sign-in.ts'
import { createTally, type Tallies } from './tally.ts'
import { startWorld } from './world.ts'

export interface Suite {
  readonly properties: readonly Property[]
  readonly tallies: Tallies
  readonly close: () => Promise<void>
}

/** Operations that this process cannot serve, whatever is asked of it: a bill of materials needs an image registry. */
const OUT_OF_REACH: ReadonlySet<string> = new Set(['getImageSbom'])

/** A platform and an agent in this process, with everything that is to hold for them. */
export async function startSuite(): Promise<Suite> {
  // Lives move the clock, by years, and what the operations need would not last.
  const [moving, world] = [await startWorld(), await startWorld()]
  const platform = await platformSide(world)
  const agent = await agentSide()
  const agents = await hostileAgents()
  const tallies = createTally()
  const properties = [
    lifeProperty(moving),
    signInProperty(moving),
    ...recordProperties(world, platform),
    ...accessProperties(world, platform),
    ...hostileProperties(await startWorld(), platform),
    ...agents.properties,
    ...[platform, agent].flatMap((side) => [
      ...operationProperties(side, tallies),
      reached(side, tallies),
    ]),
  ]
  return {
    properties,
    tallies,
    close: async () => {
      await Promise.all([agent.close(), agents.close()])
    },
  }
}

/** With fewer runs, chance decides whether what ends a tenant's things was drawn in a form that is accepted. */
const ENOUGH = 20

/** "Nothing failed" is also what a server achieves that refuses everything. */
const reached = ({ name, contract }: Side, tallies: Tallies): Property =>
  fact(`${name} serves every operation`, async ({ runs }) => {
    if (runs < ENOUGH) return 0
    const asked = contract.operations.filter(({ id }) => tallies.of(id).requests > 0)
    const silent = asked.filter(({ id }) => tallies.of(id).accepted === 0 && !OUT_OF_REACH.has(id))
    if (silent.length > 0)
      throw new Error(`never answered with 2xx: ${silent.map(({ id }) => id).join(', ')}`)
    return asked.length
  })

/** Tries one after the other. */
export async function tryAll(
  properties: readonly Property[],
  order: { readonly seed: number; readonly runs: number; readonly path?: string | undefined },
  note: (verdict: Verdict) => void = () => undefined,
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  for (const property of properties) {
    const verdict = await property.run(order)
    verdicts.push(verdict)
    note(verdict)
  }
  return verdicts
}
