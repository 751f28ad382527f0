import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { randomBytes } from 'node:crypto'
import { CORE_SCHEMA, load as parseYaml } from 'js-yaml'
import { DEFAULT_LIMITS, type Settings } from '../engine/settings.ts'
import type { Choice } from '../engine/select.ts'
import type { Effect, Level } from '../engine/types.ts'
import { createVault, type Vault } from '../engine/vault.ts'
import type { Listening } from '../engine/node-host.ts'
import { createRandom } from '../engine/random.ts'
import { DEFAULT_MEMORY, LEAST_MEMORY } from '../engine/memory.ts'
import { FLAGS, UsageError, type Flag, type FlagName } from './usage.ts'
import type { Environment } from './world.ts'

export type Given = Readonly<Partial<Record<FlagName, readonly string[]>>>

/** Splits what was typed into operands and flags. @throws UsageError for a flag that is none */
export function readFlags(argv: readonly string[]): {
  readonly operands: readonly string[]
  readonly given: Given
} {
  const options = Object.fromEntries(
    Object.entries<Flag>(FLAGS).map(([name, { value }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string' } as const,
    ]),
  )
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given: Record<string, string[]> = {}
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind === 'option') (given[token.name] ??= []).push(valueOf(token.name, token.value))
  }
  const twice = Object.entries(given).find(
    ([name, values]) => values.length > 1 && !(FLAGS[name as FlagName] as Flag).many,
  )
  if (twice) throw new UsageError(`--${twice[0]} is given twice.`)
  return { operands, given }
}

function valueOf(name: string, value: string | undefined): string {
  if (!Object.hasOwn(FLAGS, name))
    throw new UsageError(`There is no flag --${name}; \`svc-conformance help\` lists them.`)
  const flag: Flag = FLAGS[name as FlagName]
  if (flag.value === undefined) return 'true'
  if (value === undefined) throw new UsageError(`--${name} needs a value: --${name} ${flag.value}.`)
  return value
}

/** What was chosen, with every file read and every variable looked up. @throws UsageError naming what is wrong */
export function readSettings(
  address: string | undefined,
  given: Given,
  env: Environment,
): Settings {
  const vault = createVault()
  const fail_sample = one(given, 'fail-sample')
  const manifest = one(given, 'manifest')
  const second = one(given, 'second-org')
  const org = one(given, 'org')
  const headers = headersOf(given, env, vault)
  return {
    base: baseOf(address),
    seed: one(given, 'seed') ?? randomBytes(4).toString('hex'),
    fuzz: count(given, 'fuzz', 100),
    profile: one(given, 'profile') ?? '',
    headers,
    again: againOf(given, headers),
    user_agent: one(given, 'user-agent') ?? 'node',
    allow: effectsOf(given),
    samples: Object.fromEntries(
      (given.sample ?? [])
        .map((text) => pair('sample', text))
        .map(([skill, file]) => [skill, readJson(file)]),
    ),
    ...(fail_sample === undefined ? {} : { fail_sample: readJson(fail_sample) }),
    ...(manifest === undefined ? {} : { manifest: readYaml(manifest) }),
    capabilities_overridden: given['capabilities-overridden'] !== undefined,
    published: given.published !== undefined,
    slow: given.slow !== undefined,
    keys: Object.fromEntries(
      (given.key ?? [])
        .map((text) => pair('key', text))
        .map(([plan, name]) => [plan, secretOf(name, env, vault)]),
    ),
    ...(second === undefined ? {} : { second_org: secondOf(second, env, vault) }),
    ...(given['clock-url'] ? { clock_url: baseOf(given['clock-url'][0]) } : {}),
    ...(given['mail-url'] ? { mail_url: baseOf(given['mail-url'][0]) } : {}),
    ...(given['pin-command'] ? { pin_command: given['pin-command'][0] ?? '' } : {}),
    ...(given['route-command'] ? { route_command: given['route-command'][0] ?? '' } : {}),
    ...(given.issuer ? { issuer: given.issuer[0] ?? '' } : {}),
    ...(given.platform ? { platform: baseOf(given.platform[0]) } : {}),
    extra: {
      ...(org === undefined ? {} : { org }),
      ...Object.fromEntries((given.set ?? []).map((text) => pair('set', text))),
    },
    limits: {
      first: count(given, 'timeout', DEFAULT_LIMITS.first),
      request: count(given, 'timeout', DEFAULT_LIMITS.request),
      probe: count(given, 'rule-timeout', DEFAULT_LIMITS.probe),
      run: count(given, 'run-timeout', DEFAULT_LIMITS.run),
    },
    max_memory: memoryOf(given),
    allowed_hosts: listed(given['allow-host'] ?? []).map(originOf),
    vault,
  }
}

const KEPT: readonly FlagName[] = [
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
  'issuer',
  'set',
  'allow',
  'allow-host',
  'slow',
  'fuzz',
  'timeout',
  'max-memory',
]

/** What was given and matters to a single rule, in the order of the help; the values of headers by name. */
function againOf(given: Given, headers: Readonly<Record<string, string>>): readonly string[] {
  const flags = KEPT.flatMap((name) =>
    (given[name] ?? []).flatMap((value) =>
      (FLAGS[name] as Flag).value === undefined ? [`--${name}`] : [`--${name}`, value],
    ),
  )
  return [
    ...flags,
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
  ]
}

/** Where the suite listens, and where it is found. @throws UsageError */
export function readListening(given: Given, seed: string): Listening {
  const [, host, port] =
    /^(?:\[?([^\]]*)\]?:)?(\d{1,5})$/.exec(one(given, 'listen') ?? '127.0.0.1:0') ?? []
  if (port === undefined || Number(port) > 65_535)
    throw new UsageError('--listen has the form HOST:PORT, as in 0.0.0.0:9000.')
  const url = one(given, 'listen-url')
  return {
    host: host ?? '127.0.0.1',
    port: Number(port),
    room: `svc-conformance-${createRandom(seed, 'host').hex(12)}`,
    ...(url === undefined ? {} : { url: baseOf(url) }),
  }
}

export function readChoice(given: Given): Choice {
  const level = one(given, 'level')?.toUpperCase()
  if (level !== undefined && !['MUST', 'SHOULD', 'INFO'].includes(level))
    throw new UsageError('--level is must, should or info.')
  const profile = one(given, 'profile')
  return {
    ...(profile === undefined ? {} : { profile }),
    ...(level === undefined ? {} : { level: level as Level }),
    ...(given.rule ? { rules: listed(given.rule) } : {}),
    ...(given.tag ? { tags: listed(given.tag) } : {}),
  }
}

export const one = (given: Given, name: FlagName): string | undefined => given[name]?.[0]
export const listed = (values: readonly string[]): readonly string[] =>
  values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter(Boolean)

function baseOf(address: string | undefined): string {
  if (address === undefined)
    throw new UsageError(
      'The address of the target is missing, as in `svc-conformance agent http://localhost:3000`.',
    )
  const text = /^https?:\/\//i.test(address) ? address : `http://${address}`
  if (!URL.canParse(text))
    throw new UsageError(`${address} is no address; it looks like http://localhost:3000.`)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    throw new UsageError('An address holds no password; use --header "Authorization: $NAME".')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function originOf(address: string): string {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new UsageError('--allow-host has the form ORIGIN, as in http://proxy.example:8080.')
  return new URL(address).origin
}

function memoryOf(given: Given): number {
  const mib = count(given, 'max-memory', DEFAULT_MEMORY / MIB)
  if (mib < LEAST_MEMORY / MIB)
    throw new UsageError(`--max-memory is ${LEAST_MEMORY / MIB} or more, in MiB.`)
  return mib * MIB
}

const MIB = 1024 * 1024

/** How many times everything is judged. */
export function repeatsOf(given: Given): number {
  const times = count(given, 'repeat', 1)
  if (times < 1) throw new UsageError('--repeat is 1 or more.')
  return times
}

function count(given: Given, name: FlagName, otherwise: number): number {
  const text = one(given, name)
  if (text === undefined) return otherwise
  if (!/^\d{1,7}$/.test(text)) throw new UsageError(`--${name} is a whole number.`)
  return Number(text)
}

export function pair(name: string, text: string): readonly [string, string] {
  const cut = text.indexOf('=')
  if (cut < 1)
    throw new UsageError(`--${name} has the form ${(FLAGS[name as FlagName] as Flag).value}.`)
  return [text.slice(0, cut), text.slice(cut + 1)]
}

function headersOf(given: Given, env: Environment, vault: Vault): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (given.header ?? []).map((text, i) => {
      const cut = text.indexOf(':')
      if (cut < 1) throw new UsageError('--header has the form NAME: VALUE.')
      const value = text.slice(cut + 1).trim()
      const [, variable] = /^\$([A-Za-z_][A-Za-z0-9_]*)$/.exec(value) ?? []
      return [
        text.slice(0, cut).trim(),
        variable === undefined
          ? vault.put(`SVC_HEADER_${i + 1}`, value)
          : secretOf(variable, env, vault),
      ]
    }),
  )
}

function secretOf(name: string, env: Environment, vault: Vault): string {
  const value = env[name]
  if (value === undefined || value === '') throw new UsageError(`The variable ${name} is not set.`)
  return vault.put(name.toUpperCase(), value)
}

function secondOf(text: string, env: Environment, vault: Vault): { org_id: string; key: string } {
  const [org_id, name] = pair('second-org', text)
  return { org_id, key: secretOf(name, env, vault) }
}

function effectsOf(given: Given): ReadonlySet<Effect> {
  const effects = listed(given.allow ?? [])
  const odd = effects.find((effect) => !['read', 'call', 'write', 'destructive'].includes(effect))
  if (odd !== undefined) throw new UsageError(`--allow takes write and destructive, not ${odd}.`)
  return new Set<Effect>(['read', 'call', ...(effects as Effect[])])
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`)
  }
}

export function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file)) as unknown
  } catch (cause) {
    throw cause instanceof UsageError ? cause : new UsageError(`The file ${file} is not JSON.`)
  }
}

function readYaml(file: string): unknown {
  try {
    return parseYaml(readText(file), { schema: CORE_SCHEMA })
  } catch (cause) {
    throw cause instanceof UsageError ? cause : new UsageError(`The file ${file} is not YAML.`)
  }
}
