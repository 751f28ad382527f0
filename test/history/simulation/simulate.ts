import { checkHistory, type HistoryViolation } from '../checker/check-history.ts'
import type { Operation } from '../history.ts'
import { createControlledDatabase } from './database.ts'
import { violatedInvariants } from './invariants.ts'
import type { Replica } from './replica.ts'
import type { Scenario } from './scenario.ts'
import { Scheduler } from './scheduler.ts'

const MAX_EVENTS = 5000

/** The result of a run. */
export interface Run {
  readonly history: readonly Operation[]
  /** Invariants that single transactions violated, and broken audit chains. */
  readonly broken: readonly string[]
  readonly verdict: HistoryViolation | undefined
}
export const isClean = ({ broken: problems, verdict }: Run): boolean =>
  problems.length === 0 && verdict === undefined

/**
 * Executes the events of clients, network, processes, database and time one after another, in an order that follows from the seed of
 * the schedule. Nothing else happens, so scenario and schedule determine the run.
 */
export async function simulate(
  scenario: Scenario,
  schedule: number,
  replicas: readonly Replica[],
): Promise<Run> {
  const problems: string[] = []
  const known = { versions: new Set<string>() }
  const database = createControlledDatabase((writes) =>
    problems.push(...violatedInvariants(writes, known)),
  )
  const scheduler = new Scheduler(scenario, schedule, database, replicas)
  await scheduler.begin()
  for (let events = 0; events < MAX_EVENTS && (await scheduler.next()); events += 1);
  scheduler.end()
  return {
    history: scheduler.recorder.history,
    broken: [...problems, ...(await scheduler.brokenChains())],
    verdict: checkHistory(scheduler.recorder.history),
  }
}
