import { nodeTransport } from '../src/engine/node-transport.ts'
import { conduct } from '../src/engine/run.ts'
import { SUITES } from '../src/suites.ts'
import { NULL_TARGETS } from '../test/slow/null-targets.ts'
import { inState, realTime } from '../test/support/judge.ts'
import { settings } from '../test/support/settings.ts'
import { atMost, none, type Chapter } from './figure.ts'

const HANGS = ['a socket that never answers', 'slow loris']
const KEYS = Object.fromEntries(
  ['free', 'starter', 'professional', 'enterprise'].map((plan) => [plan, `sk_live_${plan}`]),
)
const EVERYTHING = {
  allow: new Set(['read', 'call', 'write', 'destructive'] as const),
  keys: KEYS,
  second_org: { org_id: 'org_second', key: 'sk_live_second' },
  extra: {
    org: 'org',
    'admin-email': 'admin@example.com',
    'image-ref': 'acme/web:1.0',
    'intake-url': 'http://127.0.0.1:9/',
  },
}

/** What listens, or does not, and is nothing of the kind. */
export const nullTargets: Chapter = {
  title: 'Null targets: nothing passes, and that is told in time',
  async *measure() {
    for (const suite of Object.values(SUITES)) {
      const passes: string[] = []
      const times: { readonly name: string; readonly ms: number }[] = []
      for (const { name, start } of NULL_TARGETS) {
        const { url, stop } = await start()
        const run = await conduct(
          {
            suite,
            settings: settings({ base: url, ...EVERYTHING }),
            selected: suite.sections.flatMap(({ rules }) => rules),
          },
          nodeTransport,
          realTime,
        )
        stop()
        passes.push(...inState(run, 'PASS').map(({ rule }) => `${name}: ${rule.id}`))
        times.push({ name, ms: Math.round(run.ms) })
      }
      const slowest = (hangs: boolean): number =>
        Math.max(...times.filter(({ name }) => HANGS.includes(name) === hangs).map(({ ms }) => ms))
      yield none(`rules for ${suite.subject}s that pass`, passes, `on ${NULL_TARGETS.length}`)
      yield atMost(`dead or wrong, slowest ${suite.subject}`, slowest(false), 1000, ' ms')
      yield atMost(`hanging, slowest ${suite.subject}`, slowest(true), 15_000, ' ms')
    }
  },
}
