import { gatherSettings, type GatheredSettings } from '../../config/file.ts'
import type { GivenSettings } from '../../config/check.ts'
import { KEY_SETTINGS } from '../../config/master-key.ts'
import type { Flags } from '../../config/server.ts'
import { command } from '../../terminal/command.ts'
import { SERVE_FLAGS } from '../arguments/serve-flags.ts'
import { unknownSettings } from '../arguments/settings.ts'
import { UsageError } from '../../terminal/errors.ts'
import { formatTable } from '../../terminal/text.ts'
import type { Channel } from './channels.ts'
import type { StoreCheck } from './store-checks.ts'

interface SettingStatus {
  readonly name: string
  readonly value: string
  readonly source: string
}
interface ChannelStatus {
  readonly name: string
  readonly state: 'configured' | 'missing' | 'works' | 'fails'
  readonly detail: string
}
interface Report {
  readonly ok: boolean
  readonly settings: readonly SettingStatus[]
  readonly store: readonly StoreCheck[]
  readonly channels: readonly ChannelStatus[]
  readonly problems: readonly string[]
}

/** How far the check goes: it reads the settings, also opens connections, or also sends messages. */
type Depth = 'settings' | 'connections' | 'messages'

/** `check-config`: shows the settings, the store and the channels, and tests them. */
export const checkConfig = command({
  path: 'check-config',
  summary: 'Check the settings, the store and every destination before startup',
  about: [
    'Reads the settings like `serve` and accepts its flags, and shows each setting with its value and its source. Keys and ' +
      'passwords are not shown. It opens the store without changing it, and checks whether it can be read, whether its tables ' +
      'have to be migrated, whether the master key is the right one, and by how much its clock differs. It connects to every ' +
      'configured destination without sending a message, and signs in to the mail server and to image registries. Exits with ' +
      'code 1 if a setting is wrong or unknown, or a check fails. It can run while `serve` is running.',
    '',
    'With --send-test it also sends messages marked as tests to the support mailboxes, the chat and the destinations of ' +
      'exports. With --offline it only reads the settings.',
  ].join('\n'),
  flags: {
    ...SERVE_FLAGS,
    'send-test': {
      description:
        'Also send a test message to the support mailboxes, the chat and the destinations of exports',
    },
    offline: { description: 'Open neither the store nor a connection' },
    json: { description: 'Print one JSON document' },
  },
  examples: [
    'check-config',
    'check-config --config /etc/svc-registry.env --send-test',
    'check-config --offline --host 0.0.0.0 --public-url https://agents.example.com',
  ],
  async run({ config, 'send-test': sendTest, offline, json, ...flags }, terminal) {
    if (sendTest && offline) throw new UsageError('--send-test needs connections; omit --offline.')
    const gathered = gatherSettings(terminal.env, config)
    const depth = offline ? 'settings' : sendTest ? 'messages' : 'connections'
    const report = await checkSettings(gathered, flags, depth)
    terminal.print(json ? JSON.stringify(report) : formatReport(report, gathered.file))
    return report.ok ? 0 : 1
  },
})

async function checkSettings(
  gathered: GatheredSettings,
  flags: Flags,
  depth: Depth,
): Promise<Report> {
  const { configProblems } = await import('../../config/check.ts')
  const { problems: invalid, valid } = configProblems({ env: gathered.env, flags })
  const store =
    valid === undefined || depth === 'settings' || !isStoreValid(valid, gathered, flags)
      ? []
      : await checkServedStore(valid)
  const channels = valid === undefined ? [] : await checkChannels(valid, depth)
  const failed = [...store, ...channels]
    .filter(({ state }) => state === 'fails')
    .map(({ name, detail }) => `${name}: ${detail}.`)
  const problems = [...invalid, ...unknownSettings(gathered), ...failed]
  return {
    ok: problems.length === 0,
    settings: await listSettings(gathered, flags),
    store,
    channels,
    problems,
  }
}

/** Returns whether the store of the valid settings is the one that was given. Another one must not be opened in its place. */
const isStoreValid = (valid: GivenSettings, { env }: GatheredSettings, flags: Flags): boolean =>
  valid.flags.store === flags.store && STORE_SETTINGS.every((name) => valid.env[name] === env[name])

const STORE_SETTINGS = ['SVC_STORE', ...KEY_SETTINGS]

async function checkServedStore({ env, flags }: GivenSettings): Promise<readonly StoreCheck[]> {
  const [{ readStore }, { checkStore }] = await Promise.all([
    import('../../config/server.ts'),
    import('./store-checks.ts'),
  ])
  return checkStore(readStore(flags, env))
}

async function listSettings(
  { env, file, fromFile }: GatheredSettings,
  flags: Flags,
): Promise<readonly SettingStatus[]> {
  const { redacted, SETTING_GROUPS } = await import('../../config/settings.ts')
  return SETTING_GROUPS.flatMap(({ settings }) => settings).map((setting) => {
    const given = setting.flag && flags[setting.flag.slice(2) as keyof Flags]
    if (setting.flag !== undefined && given !== undefined)
      return { name: setting.name, value: redacted(setting, given), source: setting.flag }
    const value = env[setting.name]
    if (setting.name === 'SVC_CONFIG')
      return {
        name: setting.name,
        value: file ?? setting.fallback,
        source: file === undefined ? 'default' : value === file ? 'environment' : '--config',
      }
    if (value === undefined)
      return { name: setting.name, value: setting.fallback.replaceAll('`', ''), source: 'default' }
    return {
      name: setting.name,
      value: redacted(setting, value),
      source: fromFile[setting.name] === value ? file! : 'environment',
    }
  })
}

/** Checks the channels with the valid settings. */
async function checkChannels(
  { env, flags }: GivenSettings,
  depth: Depth,
): Promise<readonly ChannelStatus[]> {
  const [{ CHANNELS }, { readConfig }] = await Promise.all([
    import('./channels.ts'),
    import('../../config/config.ts'),
  ])
  const config = readConfig(flags, env)
  return Promise.all(
    CHANNELS.map(async ({ hint, target, ...channel }): Promise<ChannelStatus> => {
      const { name } = channel
      const detail = target(config)
      if (detail === undefined) return { name, state: 'missing', detail: hint }
      const check = checkOf(channel, depth)
      if (!check) return { name, state: 'configured', detail }
      const checked = await check(config)
      return checked.ok
        ? { name, state: 'works', detail: `${detail}: ${checked.detail}` }
        : { name, state: 'fails', detail: checked.detail }
    }),
  )
}

function checkOf({ dial, test }: Pick<Channel, 'dial' | 'test'>, depth: Depth): Channel['dial'] {
  switch (depth) {
    case 'settings':
      return undefined
    case 'connections':
      return dial
    case 'messages':
      return test ?? dial
  }
}

function formatReport(
  { settings, store, channels, problems }: Report,
  file: string | undefined,
): string {
  const configured = settings.filter(({ source }) => source !== 'default').length
  return [
    `${configured} of ${settings.length} settings ${configured === 1 ? 'is' : 'are'} set${file === undefined ? '' : `; the file is ${file}`}.`,
    '',
    formatTable(
      ['SETTING', 'FROM', 'VALUE'],
      settings.map(({ name, source, value }) => [name, source, value]),
    ),
    '',
    ...[['CHECK', store] as const, ['CHANNEL', channels] as const].flatMap(([title, rows]) =>
      formatStates(title, rows),
    ),
    ...(problems.length === 0
      ? ['No problems found.']
      : [
          `${problems.length === 1 ? 'One problem' : `${problems.length} problems`}:`,
          ...problems.map((problem) => `  ${problem}`),
        ]),
  ].join('\n')
}

/** Returns the lines of a table of states, or none if nothing was checked. */
const formatStates = (
  title: string,
  rows: readonly (StoreCheck | ChannelStatus)[],
): readonly string[] =>
  rows.length === 0
    ? []
    : [
        formatTable(
          [title, 'STATE', 'DETAIL'],
          rows.map(({ name, state, detail }) => [name, state, detail]),
        ),
        '',
      ]
