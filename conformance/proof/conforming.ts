import type { Settings } from '../src/engine/settings.ts'
import type { Suite } from '../src/engine/types.ts'
import { SUITES } from '../src/suites.ts'
import { CONFORMING } from '../test/agent/shapes.ts'
import { PLATFORM_SETTINGS } from '../test/platform/reference.ts'
import { CONFORMING as PLATFORMS } from '../test/platform/shapes.ts'
import type { Handler } from '../test/support/handler.ts'
import { inState, judge, type Commands } from '../test/support/judge.ts'
import { atLeast, none, type Chapter } from './figure.ts'

async function findings(
  suite: Suite,
  name: string,
  target: Handler,
  changes: Partial<Settings>,
  commands?: Commands,
): Promise<readonly string[]> {
  return inState(
    await judge(suite, target, changes, undefined, commands),
    'FAIL',
    'WARN',
    'ERROR',
  ).map(({ rule }) => `${name}: ${rule.id}`)
}

/** Judges targets that conform in different ways, in this process. */
export const conforming: Chapter = {
  title: 'Conforming targets have no findings',
  async *measure() {
    const agents: string[] = []
    for (const { name, make, settings } of CONFORMING)
      agents.push(...(await findings(SUITES.agent, name, make(), { fuzz: 100, ...settings })))
    yield none('false findings on agents', agents, `on ${CONFORMING.length}`)
    yield atLeast('different conforming agents', CONFORMING.length, 16)
    const platforms: string[] = []
    for (const { name, make, settings = PLATFORM_SETTINGS, commands } of PLATFORMS) {
      const platform = make()
      platforms.push(
        ...(await findings(SUITES.platform, name, platform, settings, commands?.(platform))),
      )
    }
    yield none('false findings on platforms', platforms, `on ${PLATFORMS.length}`)
    yield atLeast('different conforming platforms', PLATFORMS.length, 6)
  },
}
