/** The suite as a library: judge a URL, or a handler in this process, and get the report as a value. */
import { setTimeout as wait } from 'node:timers/promises'
import { fetchTransport, type FetchHandler } from './engine/in-process.ts'
import { startHost } from './engine/node-host.ts'
import { nodeTransport } from './engine/node-transport.ts'
import { createRandom } from './engine/random.ts'
import { conductTimes } from './engine/repeat.ts'
import type { Run } from './engine/run.ts'
import { select, type Choice } from './engine/select.ts'
import { DEFAULT_LIMITS, DEFAULT_REACH, type Settings } from './engine/settings.ts'
import { nodeShell } from './engine/shell.ts'
import { createVault } from './engine/vault.ts'
import { reportOf, type Report, type RuleReport } from './report/data.ts'
import { told } from './report/junit.ts'
import { SUITES } from './suites.ts'

export type { FetchHandler, Report, RuleReport }
export { REPORTERS as reporters } from './report/index.ts'
export { run as cli } from './cli/run.ts'
export type { World } from './cli/world.ts'

export interface Options
  extends Choice, Partial<Omit<Settings, 'vault' | 'headers' | 'keys' | 'second_org' | 'profile'>> {
  /** Where the target is, or the function that answers its requests. */
  readonly target: string | FetchHandler
  readonly subject?: 'agent' | 'platform'
  /** Sent with every request; the values appear in no report. */
  readonly headers?: Readonly<Record<string, string>>
  /** API keys by plan; they appear in no report. */
  readonly keys?: Readonly<Record<string, string>>
  readonly second_org?: { readonly org_id: string; readonly key: string }
  /** Judges everything so many times; a rule that does not end the same every time is flaky. */
  readonly repeat?: number
}

const TIME = { now_ms: () => performance.now(), wait: (ms: number) => wait(ms) }
/** What a handler without an address is asked under. */
const SOMEWHERE = 'http://localhost'

/** Judges a target. @throws ChoiceError for a rule, section or profile that is none */
export async function judge({
  target,
  subject = 'agent',
  headers = {},
  keys = {},
  second_org,
  repeat = 1,
  ...options
}: Options): Promise<Report> {
  const suite = SUITES[subject]
  const vault = createVault()
  const hidden = (
    values: Readonly<Record<string, string>>,
    prefix: string,
  ): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        vault.put(`${prefix}_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`, value),
      ]),
    )
  const settings: Settings = {
    base: (typeof target === 'string' ? target : SOMEWHERE).replace(/\/+$/, ''),
    seed: 'library',
    fuzz: 100,
    user_agent: 'node',
    allow: new Set(['read', 'call']),
    samples: {},
    capabilities_overridden: false,
    published: false,
    slow: false,
    extra: {},
    limits: DEFAULT_LIMITS,
    ...DEFAULT_REACH,
    ...options,
    profile: options.profile ?? Object.keys(suite.profiles)[0] ?? '',
    vault,
    headers: hidden(headers, 'SVC_HEADER'),
    keys: hidden(keys, 'SVC_API_KEY'),
    ...(second_org
      ? {
          second_org: {
            org_id: second_org.org_id,
            key: vault.put('SVC_OTHER_API_KEY', second_org.key),
          },
        }
      : {}),
  }
  const started_at = new Date().toISOString()
  const selected = select(suite, { ...options, profile: settings.profile })
  const hosted =
    subject === 'platform'
      ? await startHost({
          host: '127.0.0.1',
          port: 0,
          room: `svc-conformance-${createRandom(settings.seed, 'host').hex(12)}`,
        })
      : undefined
  const beside = { shell: nodeShell, ...(hosted ? { host: hosted.host } : {}) }
  const runs = await conductTimes(
    Math.max(1, repeat),
    { suite, settings, selected },
    typeof target === 'string' ? nodeTransport : fetchTransport(target),
    TIME,
    beside,
  ).finally(() => hosted?.stop())
  return reportOf(runs as [Run, ...Run[]], { started_at })
}

/** The parts of vitest, Jest or node:test that the adapter needs. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown
  readonly it: (name: string, body: () => void | Promise<void>) => unknown
  readonly beforeAll: (body: () => Promise<void>) => unknown
}

/** One test per rule: a broken MUST fails its test and says how to see it again. Whatever else there is to say stands in the report. */
export function describeConformance(
  { describe, it, beforeAll }: TestRunner,
  options: Options,
): void {
  const suite = SUITES[options.subject ?? 'agent']
  const rules = select(suite, options)
  describe(`${suite.subject} conforms to the interface`, () => {
    let report: Report | undefined
    beforeAll(async () => {
      report = await judge(options)
    })
    for (const { id, title } of rules)
      it(`${id} ${title}`, () => {
        const rule = report?.rules.find((one) => one.id === id)
        if (rule && (rule.state === 'FAIL' || rule.state === 'ERROR'))
          throw new Error(rule.violation ? told(rule) : rule.reason)
      })
  })
}
