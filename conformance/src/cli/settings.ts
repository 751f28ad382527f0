import { randomBytes } from 'node:crypto'
import { defined } from '../defined.ts'
import { pathPrefixOf, type ListenOptions } from '../engine/callbacks/server.ts'
import { MIB, MIN_MEMORY } from '../engine/memory.ts'
import { hideQuery, keepQueries } from '../engine/secrets/query-secrets.ts'
import type { Selection } from '../engine/select.ts'
import {
  DEFAULT_LIMITS,
  DEFAULT_SETTINGS,
  type Settings,
  type TimeLimits,
} from '../engine/settings.ts'
import { EFFECTS, LEVELS, type Effect } from '../engine/types.ts'
import { createVault, type Vault } from '../engine/secrets/vault.ts'
import { addressOf, endpointOf, originOf, targetAddress } from './addresses.ts'
import type { Environment } from './context.ts'
import { readJson, readYaml } from './files.ts'
import { listOf, numberOf, pairOf, pairsOf, valueOfFlag, type ParsedFlags } from './flags.ts'
import { readHeaders, readSecret, shownHeader } from './secrets.ts'
import { FLAGS, UsageError, type Flag, type FlagName } from './usage.ts'

/** Reads all settings, including files and environment variables. @throws UsageError */
export function readSettings(
  address: string | undefined,
  flags: ParsedFlags,
  env: Environment,
): Settings {
  const vault = createVault()
  const headers = readHeaders(flags, env, vault)
  const addresses = readAddresses(flags)
  keepQueries(vault, addresses)
  return {
    ...DEFAULT_SETTINGS,
    ...readInputs(flags),
    ...addresses,
    ...readAccounts(flags, env, vault),
    base: targetAddress(address),
    seed: valueOfFlag(flags, 'seed') ?? randomBytes(4).toString('hex'),
    fuzz: numberOf(flags, 'fuzz', DEFAULT_SETTINGS.fuzz),
    profile: valueOfFlag(flags, 'profile') ?? '',
    headers,
    rerun_flags: flagsForRerun(flags, headers),
    user_agent: valueOfFlag(flags, 'user-agent') ?? DEFAULT_SETTINGS.user_agent,
    allow: readEffects(flags),
    capabilities_overridden: flags['capabilities-overridden'] !== undefined,
    published: flags.published !== undefined,
    slow: flags.slow !== undefined,
    limits: readLimits(flags),
    max_memory: readMemory(flags),
    vault,
  }
}

/** Reads the value of a flag; undefined without the flag. */
function readFlag<T>(
  flags: ParsedFlags,
  name: FlagName,
  read: (value: string) => T,
): T | undefined {
  const value = valueOfFlag(flags, name)
  return value === undefined ? undefined : read(value)
}

const readInputs = (
  flags: ParsedFlags,
): Pick<Settings, 'samples' | 'fail_sample' | 'manifest' | 'extra'> =>
  defined({
    samples: Object.fromEntries(
      pairsOf(flags, 'sample').map(([skill, file]) => [skill, readJson(file)]),
    ),
    fail_sample: readFlag(flags, 'fail-sample', readJson),
    manifest: readFlag(flags, 'manifest', readYaml),
    extra: defined({
      org: valueOfFlag(flags, 'org'),
      ...Object.fromEntries(pairsOf(flags, 'set')),
    }),
  })

const readAddresses = (flags: ParsedFlags): Partial<Settings> =>
  defined({
    clock_url: readFlag(flags, 'clock-url', endpointOf),
    mail_url: readFlag(flags, 'mail-url', endpointOf),
    platform: readFlag(flags, 'platform', addressOf),
    pin_command: valueOfFlag(flags, 'pin-command'),
    route_command: valueOfFlag(flags, 'route-command'),
    issuer: valueOfFlag(flags, 'issuer'),
    mcp_url: readFlag(flags, 'mcp', (given) => (given.startsWith('/') ? given : endpointOf(given))),
    allowed_hosts: listOf(flags, 'allow-host').map(originOf),
  })

function readAccounts(
  flags: ParsedFlags,
  env: Environment,
  vault: Vault,
): Pick<Settings, 'keys' | 'second_org'> {
  const keys = Object.fromEntries(
    pairsOf(flags, 'key').map(([plan, variable]) => [plan, readSecret(variable, env, vault)]),
  )
  const second = valueOfFlag(flags, 'second-org')
  if (second === undefined) return { keys }
  const [org_id, variable] = pairOf('second-org', second)
  return { keys, second_org: { org_id, key: readSecret(variable, env, vault) } }
}

const readLimits = (flags: ParsedFlags): TimeLimits => ({
  first: numberOf(flags, 'timeout', DEFAULT_LIMITS.first),
  request: numberOf(flags, 'timeout', DEFAULT_LIMITS.request),
  probe: numberOf(flags, 'rule-timeout', DEFAULT_LIMITS.probe),
  run: numberOf(flags, 'run-timeout', DEFAULT_LIMITS.run),
})

function readEffects(flags: ParsedFlags): ReadonlySet<Effect> {
  const effects = listOf(flags, 'allow').map((name) => {
    const effect = EFFECTS.find((known) => known === name)
    if (!effect) throw new UsageError(`--allow takes write and destructive, not ${name}.`)
    return effect
  })
  return new Set<Effect>([...DEFAULT_SETTINGS.allow, ...effects])
}

function readMemory(flags: ParsedFlags): number {
  const mib = numberOf(flags, 'max-memory', DEFAULT_SETTINGS.max_memory / MIB)
  if (mib < MIN_MEMORY / MIB)
    throw new UsageError(`--max-memory has to be at least ${MIN_MEMORY / MIB} MiB.`)
  return mib * MIB
}

/** Returns the number of runs. @throws UsageError */
export function readRepeats(flags: ParsedFlags): number {
  const times = numberOf(flags, 'repeat', 1)
  if (times < 1) throw new UsageError('--repeat has to be at least 1.')
  return times
}

/** Returns which rules were selected. @throws UsageError */
export function readSelection(flags: ParsedFlags): Selection {
  const name = valueOfFlag(flags, 'level')?.toUpperCase()
  const level = LEVELS.find((known) => known === name)
  if (name !== undefined && !level) throw new UsageError('--level has to be must, should or info.')
  return defined({
    profile: valueOfFlag(flags, 'profile'),
    level,
    rules: flags.rule && listOf(flags, 'rule'),
    tags: flags.tag && listOf(flags, 'tag'),
  })
}

/** Returns where the suite listens, and where the platform reaches it. @throws UsageError */
export function readListenOptions(flags: ParsedFlags, seed: string): ListenOptions {
  const [, host, port] =
    /^(?:\[?([^\]]*)\]?:)?(\d{1,5})$/.exec(valueOfFlag(flags, 'listen') ?? '127.0.0.1:0') ?? []
  if (port === undefined || Number(port) > 65_535)
    throw new UsageError('--listen must have the form HOST:PORT, for example 0.0.0.0:9000.')
  const url = valueOfFlag(flags, 'listen-url')
  return {
    host: host ?? '127.0.0.1',
    port: Number(port),
    prefix: pathPrefixOf(seed),
    ...(url === undefined ? {} : { url: addressOf(url) }),
  }
}

/** The flags that can change the result of a single rule. */
const RERUN_FLAGS: readonly FlagName[] = [
  'sample',
  'fail-sample',
  'manifest',
  'capabilities-overridden',
  'published',
  'user-agent',
  'key',
  'org',
  'second-org',
  'clock-url',
  'mail-url',
  'pin-command',
  'route-command',
  'listen',
  'listen-url',
  'platform',
  'profile',
  'mcp',
  'issuer',
  'set',
  'allow',
  'allow-host',
  'slow',
  'fuzz',
  'timeout',
  'rule-timeout',
  'run-timeout',
  'max-memory',
]

/** The flags whose addresses may contain keys in a query. */
const QUERY_FLAGS: Partial<Record<FlagName, Parameters<typeof hideQuery>[0]>> = {
  mcp: 'mcp_url',
  'mail-url': 'mail_url',
  'clock-url': 'clock_url',
}

/** Returns the flags that repeat a single rule with the same result. Values of headers and queries appear as placeholders. */
function flagsForRerun(
  flags: ParsedFlags,
  headers: Readonly<Record<string, string>>,
): readonly string[] {
  const shown = (name: FlagName, value: string): string => {
    const address = QUERY_FLAGS[name]
    return address === undefined ? value : hideQuery(address, value)
  }
  return [
    ...RERUN_FLAGS.flatMap((name) =>
      (flags[name] ?? []).flatMap((value) =>
        (FLAGS[name] as Flag).value === undefined
          ? [`--${name}`]
          : [`--${name}`, shown(name, value)],
      ),
    ),
    ...(flags.header ?? []).flatMap((text) => ['--header', shownHeader(text, headers)]),
  ]
}
