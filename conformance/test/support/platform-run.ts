import { startHost } from '../../src/engine/node-host.ts'
import { nodeTransport } from '../../src/engine/node-transport.ts'
import { conduct, type Run } from '../../src/engine/run.ts'
import type { Settings } from '../../src/engine/settings.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { realTime } from './judge.ts'

/** Judges a real platform by every rule, with a place that it can forward tasks and deliver exports to. */
export async function judgePlatform(settings: Settings): Promise<Run> {
  const { host, stop } = await startHost({ host: '127.0.0.1', port: 0, room: 'suite' })
  const selected = platformSuite.sections.flatMap(({ rules }) => rules)
  return conduct({ suite: platformSuite, settings, selected }, nodeTransport, realTime, {
    host,
  }).finally(stop)
}
