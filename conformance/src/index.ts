/** The suite as a library: judges an address, or a handler in this process, and returns the report as a value. */
import { pathPrefixOf, startCallbackServer } from './engine/callbacks/server.ts'
import { realClock } from './engine/clock.ts'
import { fetchTransport, type FetchHandler } from './engine/transport/fetch.ts'
import { nodeTransport } from './engine/transport/node.ts'
import { keepQueries } from './engine/secrets/query-secrets.ts'
import { runRepeatedly } from './engine/repeat.ts'
import { select, type Selection } from './engine/select.ts'
import { DEFAULT_SETTINGS, type Settings } from './engine/settings.ts'
import { nodeShell } from './engine/reproduce/shell.ts'
import { createVault, type Vault } from './engine/secrets/vault.ts'
import { reportOf, type Report, type RuleReport } from './report/data.ts'
import { describeViolation } from './report/describe.ts'
import { SUITES } from './suites.ts'

export type { FetchHandler, Report, RuleReport }
export { REPORTERS as reporters } from './report/index.ts'
export { run as cli } from './cli/run.ts'
export type { CliContext } from './cli/context.ts'

export interface Options
  extends
    Selection,
    Partial<Omit<Settings, 'vault' | 'headers' | 'keys' | 'second_org' | 'profile'>> {
  /** The address of the target, or the function that handles its requests. */
  readonly target: string | FetchHandler
  readonly subject?: 'agent' | 'platform'
  /** Headers of every request to the target. Reports do not contain their values. */
  readonly headers?: Readonly<Record<string, string>>
  /** API keys by plan. Reports do not contain them. */
  readonly keys?: Readonly<Record<string, string>>
  readonly second_org?: { readonly org_id: string; readonly key: string }
  /** The number of runs. A rule whose results differ is flaky. */
  readonly repeat?: number
}

/** The placeholder address of a handler, which has no address. */
const HANDLER_ADDRESS = 'http://localhost'

/** Judges a target. @throws SelectionError for a rule, section or profile that does not exist */
export async function judge(options: Options): Promise<Report> {
  const { target, subject = 'agent', repeat = 1 } = options
  const suite = SUITES[subject]
  const settings = settingsOf(options)
  const started_at = new Date().toISOString()
  const selected = select(suite, { ...options, profile: settings.profile })
  const callbacks =
    subject === 'platform'
      ? await startCallbackServer({
          host: '127.0.0.1',
          port: 0,
          prefix: pathPrefixOf(settings.seed),
        })
      : undefined
  const runs = await runRepeatedly(
    repeat,
    { suite, settings, selected },
    typeof target === 'string' ? nodeTransport : fetchTransport(target),
    realClock,
    { shell: nodeShell, ...(callbacks ? { server: callbacks.server } : {}) },
  ).finally(() => callbacks?.stop())
  return reportOf(runs, { started_at })
}

function settingsOf({
  target,
  subject = 'agent',
  headers = {},
  keys = {},
  second_org,
  ...options
}: Options): Settings {
  const vault = createVault()
  keepQueries(vault, options)
  return {
    ...DEFAULT_SETTINGS,
    seed: 'library',
    ...options,
    base: (typeof target === 'string' ? target : HANDLER_ADDRESS).replace(/\/+$/, ''),
    profile: options.profile ?? Object.keys(SUITES[subject].profiles)[0] ?? '',
    vault,
    headers: placeholders(vault, 'SVC_HEADER', headers),
    keys: placeholders(vault, 'SVC_API_KEY', keys),
    ...(second_org
      ? {
          second_org: {
            org_id: second_org.org_id,
            key: vault.add('SVC_OTHER_API_KEY', second_org.key),
          },
        }
      : {}),
  }
}

/** Stores all values in the vault and returns their placeholders. */
const placeholders = (
  vault: Vault,
  prefix: string,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      vault.add(`${prefix}_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`, value),
    ]),
  )

/** The functions of vitest or Jest that the adapter uses; `beforeAll` is `before` of node:test. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown
  readonly it: (name: string, body: () => void | Promise<void>) => unknown
  readonly beforeAll: (body: () => Promise<void>) => unknown
}

/**
 * Registers one test for each rule. A test fails with the finding if its rule is a violated MUST, or if the suite failed to judge the
 * rule. A test of any other result passes.
 */
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
          throw new Error(rule.violation ? describeViolation(rule) : rule.reason)
      })
  })
}
