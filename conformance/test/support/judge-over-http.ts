import { startCallbackServer } from '../../src/engine/callbacks/server.ts'
import { realClock, type Clock } from '../../src/engine/clock.ts'
import type { MemoryBudget } from '../../src/engine/memory.ts'
import { nodeTransport } from '../../src/engine/transport/node.ts'
import { runSuite, type Run, type RunPlan } from '../../src/engine/run.ts'
import { rulesOf } from '../../src/engine/select.ts'
import type { Settings } from '../../src/engine/settings.ts'
import type { Suite } from '../../src/engine/types.ts'

type Options = Partial<Pick<RunPlan, 'selected' | 'rule_set'>> & {
  readonly clock?: Clock
  readonly budget?: MemoryBudget
}

/** Judges a target over HTTP by all rules, with a callback server for the tasks and exports of a platform. */
export async function judgeOverHttp(
  suite: Suite,
  settings: Settings,
  { clock = realClock, budget, ...plan }: Options = {},
): Promise<Run> {
  const { server, stop } = await startCallbackServer({
    host: '127.0.0.1',
    port: 0,
    prefix: 'suite',
  })
  return runSuite({ suite, settings, selected: rulesOf(suite), ...plan }, nodeTransport, clock, {
    server,
    ...(budget && { budget }),
  }).finally(stop)
}
