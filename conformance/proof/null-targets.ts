import { SUITES } from '../src/suites.ts'
import { HANGING_TARGETS, NULL_TARGETS } from '../test/slow/null-targets.ts'
import { judgeOverHttp } from '../test/support/judge-over-http.ts'
import { inState } from '../test/support/judge.ts'
import { settings } from '../test/support/settings.ts'
import { atMost, none, type Chapter } from './figure.ts'

const KEYS = Object.fromEntries(
  ['free', 'starter', 'professional', 'enterprise'].map((plan) => [plan, `sk_live_${plan}`]),
)
const ALL_SETTINGS = {
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

/** Judges addresses that serve neither an agent nor a platform. */
export const nullTargets: Chapter = {
  title: 'Null targets pass no rule, and the run ends in time',
  async *measure() {
    for (const suite of Object.values(SUITES)) {
      const passes: string[] = []
      const times: { readonly name: string; readonly ms: number }[] = []
      for (const { name, start } of NULL_TARGETS) {
        const { url, stop } = await start()
        const run = await judgeOverHttp(suite, settings({ base: url, ...ALL_SETTINGS }))
        stop()
        passes.push(...inState(run, 'PASS').map(({ rule }) => `${name}: ${rule.id}`))
        times.push({ name, ms: Math.round(run.ms) })
      }
      const slowest = (hangs: boolean): number =>
        Math.max(
          ...times
            .filter(({ name }) => HANGING_TARGETS.includes(name) === hangs)
            .map(({ ms }) => ms),
        )
      yield none(`rules for ${suite.subject}s that pass`, passes, `on ${NULL_TARGETS.length}`)
      yield atMost(
        `${suite.subject} suite: slowest target that responds or refuses`,
        slowest(false),
        1000,
        ' ms',
      )
      yield atMost(
        `${suite.subject} suite: slowest target that does not respond`,
        slowest(true),
        15_000,
        ' ms',
      )
    }
  },
}
