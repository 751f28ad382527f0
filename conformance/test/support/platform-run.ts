import { startCallbackServer } from '../../src/engine/callback-server.ts'
import { realClock } from '../../src/engine/clock.ts'
import { nodeTransport } from '../../src/engine/node-transport.ts'
import { runSuite, type Run } from '../../src/engine/run.ts'
import type { Settings } from '../../src/engine/settings.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'

/** Judges a platform over HTTP by all rules, with a callback server for its tasks and exports. */
export async function judgePlatform(settings: Settings): Promise<Run> {
  const { server, stop } = await startCallbackServer({
    host: '127.0.0.1',
    port: 0,
    prefix: 'suite',
  })
  const selected = platformSuite.sections.flatMap(({ rules }) => rules)
  return runSuite({ suite: platformSuite, settings, selected }, nodeTransport, realClock, {
    server,
  }).finally(stop)
}
