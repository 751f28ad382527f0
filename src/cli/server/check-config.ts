import type { GatheredSettings } from '../../config/file.ts'
import type { Environment } from '../../config/values.ts'
import { command } from '../../terminal/command.ts'
import { CONFIG_FLAG, unknownSettingWarnings, loadSettings } from '../arguments/settings.ts'
import { formatTable } from '../../terminal/text.ts'

interface ShownSetting {
  readonly name: string
  readonly value: string
  readonly source: string
}
interface ShownChannel {
  readonly name: string
  readonly state: 'configured' | 'missing' | 'works' | 'fails'
  readonly detail: string
}
interface Report {
  readonly ok: boolean
  readonly settings: readonly ShownSetting[]
  readonly channels: readonly ShownChannel[]
  readonly problems: readonly string[]
}

/** `check-config`: what is set, where it leads, and whether it works. */
export const checkConfig = command({
  path: 'check-config',
  summary: 'Show every setting and channel, and what is wrong with them',
  about: [
    'Reads the settings as `serve` does, without starting anything, and shows each with its value and its source. Keys and ' +
      'passwords are not redacted. Ends with exit code 1 when a setting is wrong or misspelt, or a test fails.',
    '',
    'With --send-test every channel that is set up is used in earnest: the mail server is reached and signed in to, and the ' +
      'support mailboxes and the chat get a message that says that it is a test.',
  ].join('\n'),
  flags: {
    ...CONFIG_FLAG,
    'send-test': {
      description: 'Try each channel: sign in to the mail server, send a mail, post to the chat',
    },
    json: { description: 'Print one JSON document' },
  },
  examples: ['check-config', 'check-config --config /etc/svc-registry.env --send-test'],
  async run({ config, 'send-test': sendTest, json }, terminal) {
    const gathered = loadSettings(terminal.env, { config })
    const report = await examine(gathered, sendTest)
    terminal.print(json ? JSON.stringify(report) : told(report, gathered.file))
    return report.ok ? 0 : 1
  },
})

async function examine(gathered: GatheredSettings, sendTest: boolean): Promise<Report> {
  const { configProblems: faultsOf } = await import('../../config/faults.ts')
  const { faults, sound } = faultsOf(gathered.env)
  const channels = sound === undefined ? [] : await channelsOf(sound, sendTest)
  const failed = channels
    .filter(({ state }) => state === 'fails')
    .map(({ name, detail }) => `${name}: ${detail}.`)
  const problems = [...faults, ...unknownSettingWarnings(gathered), ...failed]
  return { ok: problems.length === 0, settings: await settingsShown(gathered), channels, problems }
}

async function settingsShown({
  env,
  file,
  fromFile,
}: GatheredSettings): Promise<readonly ShownSetting[]> {
  const { SETTING_GROUPS, redacted } = await import('../../config/settings.ts')
  return SETTING_GROUPS.flatMap(({ settings }) => settings).map((setting) => {
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

/** Channels as far as the settings are sound. */
async function channelsOf(env: Environment, sendTest: boolean): Promise<readonly ShownChannel[]> {
  const [{ CHANNELS }, { readConfig }] = await Promise.all([
    import('./channels.ts'),
    import('../../config.ts'),
  ])
  const config = readConfig({}, env)
  return Promise.all(
    CHANNELS.map(async ({ name, hint: missing, target: where, test }): Promise<ShownChannel> => {
      const detail = where(config)
      if (detail === undefined) return { name, state: 'missing', detail: missing }
      if (!sendTest) return { name, state: 'configured', detail }
      const tested = await test(config)
      return tested.ok
        ? { name, state: 'works', detail: `${detail}: ${tested.detail}` }
        : { name, state: 'fails', detail: tested.detail }
    }),
  )
}

function told({ settings, channels, problems }: Report, file: string | undefined): string {
  const given = settings.filter(({ source }) => source !== 'default').length
  return [
    `${given} of ${settings.length} settings are given${file === undefined ? '' : `; the file is ${file}`}.`,
    '',
    formatTable(
      ['SETTING', 'FROM', 'VALUE'],
      settings.map(({ name, source, value }) => [name, source, value]),
    ),
    '',
    ...(channels.length === 0
      ? []
      : [
          formatTable(
            ['CHANNEL', 'STATE', 'DETAIL'],
            channels.map(({ name, state, detail }) => [name, state, detail]),
          ),
          '',
        ]),
    ...(problems.length === 0
      ? ['Nothing is wrong.']
      : [
          `${problems.length === 1 ? 'One thing is' : `${problems.length} things are`} wrong:`,
          ...problems.map((problem) => `  ${problem}`),
        ]),
  ].join('\n')
}
