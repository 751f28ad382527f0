import { UNDISTURBED, type Scenario, type Disturbances } from './scenario.ts'
import { isClean, type Run } from './simulate.ts'

/** A failed run, with the scenario and schedule that repeat it. */
export interface Failure {
  readonly scenario: Scenario
  readonly schedule: number
  readonly run: Run
}
export type Simulate = (scenario: Scenario, schedule: number) => Promise<Run>

/** A smaller scenario is tried with several schedules, because the schedule that failed leads to another order of events in it. */
const SCHEDULES = 15

/** Removes clients, actions and disturbances as long as the run still fails. */
export async function shrink(failure: Failure, simulate: Simulate): Promise<Failure> {
  let smallest = failure
  for (
    let next: Failure | undefined = failure;
    next !== undefined;
    next = await smaller(smallest, simulate)
  )
    smallest = next
  return smallest
}

async function smaller(
  { scenario, schedule }: Failure,
  simulate: Simulate,
): Promise<Failure | undefined> {
  for (const candidate of candidates(scenario)) {
    for (const tried of [schedule, ...Array.from({ length: SCHEDULES }, (_, at) => at + 1)]) {
      const run = await simulate(candidate, tried)
      if (!isClean(run)) return { scenario: candidate, schedule: tried, run }
    }
  }
  return undefined
}

/** Yields every scenario that is smaller by one part, the largest parts first. */
function* candidates({ clients, disturbances }: Scenario): Iterable<Scenario> {
  for (const kind of Object.keys(UNDISTURBED) as (keyof Disturbances)[])
    if (disturbances[kind] > 0) yield { clients, disturbances: { ...disturbances, [kind]: 0 } }
  for (const at of clients.keys())
    if (clients.length > 1) yield { clients: clients.toSpliced(at, 1), disturbances }
  for (const [at, actions] of clients.entries()) {
    for (const one of actions.keys())
      if (actions.length > 1)
        yield { clients: clients.with(at, actions.toSpliced(one, 1)), disturbances }
  }
  for (const kind of ['jumps', 'crashes', 'outages', 'sweeps', 'steps'] as const)
    if (disturbances[kind] > 1)
      yield { clients, disturbances: { ...disturbances, [kind]: disturbances[kind] - 1 } }
}
