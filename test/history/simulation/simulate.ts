import { judge, type Judgement } from '../checker/judge.ts'
import type { Operation } from '../history.ts'
import { handDriven } from './database.ts'
import { broken } from './invariants.ts'
import type { Replica } from './replica.ts'
import type { Scenario } from './scenario.ts'
import { World } from './world.ts'

const MOST_EVENTS = 5000

/** What a run came to. */
export interface Run {
  readonly history: readonly Operation[]
  /** Invariants that single transactions broke, and chains that do not verify. */
  readonly broken: readonly string[]
  readonly judgement: Judgement | undefined
}
export const isClean = ({ broken: problems, judgement }: Run): boolean =>
  problems.length === 0 && judgement === undefined

/**
 * Lets clients, network, processes, database and time take turns, one event after the other, in an order that the schedule's seed
 * decides. Nothing else moves: the same scenario and schedule are the same run.
 */
export async function simulate(
  scenario: Scenario,
  schedule: number,
  replicas: readonly Replica[],
): Promise<Run> {
  const problems: string[] = []
  const known = { versions: new Set<string>() }
  const database = handDriven((writes) => problems.push(...broken(writes, known)))
  const world = new World(scenario, schedule, database, replicas)
  await world.begin()
  for (let events = 0; events < MOST_EVENTS && (await world.next()); events += 1);
  world.end()
  return {
    history: world.recorder.history,
    broken: [...problems, ...(await world.brokenChains())],
    judgement: judge(world.recorder.history),
  }
}
