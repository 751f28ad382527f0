import { CALM, type Scenario, type Weather } from './scenario.ts'
import { isClean, type Run } from './simulate.ts'

/** A run that failed, and how to have it again. */
export interface Failure {
  readonly scenario: Scenario
  readonly schedule: number
  readonly run: Run
}
export type Simulate = (scenario: Scenario, schedule: number) => Promise<Run>

/** A smaller scenario falls into another order, so it is given some schedules to fail with. */
const SCHEDULES = 15

/** Takes away clients, intents and bad weather as long as something still fails: what is left matters. */
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

/** Every scenario with one thing less, the largest things first. */
function* candidates({ clients, weather }: Scenario): Iterable<Scenario> {
  for (const kind of Object.keys(CALM) as (keyof Weather)[])
    if (weather[kind] > 0) yield { clients, weather: { ...weather, [kind]: 0 } }
  for (const at of clients.keys())
    if (clients.length > 1) yield { clients: clients.toSpliced(at, 1), weather }
  for (const [at, intents] of clients.entries()) {
    for (const one of intents.keys())
      if (intents.length > 1)
        yield { clients: clients.with(at, intents.toSpliced(one, 1)), weather }
  }
  for (const kind of ['jumps', 'crashes', 'outages', 'sweeps', 'steps'] as const)
    if (weather[kind] > 1) yield { clients, weather: { ...weather, [kind]: weather[kind] - 1 } }
}
