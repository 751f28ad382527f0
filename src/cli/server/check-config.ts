import type { GatheredSettings } from '../../config/file.ts'
import type { Environment } from '../../config/values.ts'
import { command } from '../../terminal/command.ts'
import { CONFIG_FLAG, loadSettings, unknownSettingWarnings } from '../arguments/settings.ts'
import { formatTable } from '../../terminal/text.ts'

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
  readonly channels: readonly ChannelStatus[]
  readonly problems: readonly string[]
}

/** `check-config`: shows the settings and the channels, and tests them. */
export const checkConfig = command({
  path: 'check-config',
  summary: 'Show every setting and channel, and report faults',
  about: [
    'Reads the settings like `serve`, without starting anything, and shows each with its value and its source. Keys and ' +
      'passwords are not shown. Exits with code 1 if a setting is wrong or misspelt, or a test fails.',
    '',
    'With --send-test it also uses every configured channel: it signs in to the mail server, and sends messages ' +
      'marked as tests to the support mailboxes, the chat and the destinations of exports.',
  ].join('\n'),
  flags: {
    ...CONFIG_FLAG,
    'send-test': {
      description:
        'Test each channel: sign in to the mail server, send a mail, post to the chat, and so on',
    },
    json: { description: 'Print one JSON document' },
  },
  examples: ['check-config', 'check-config --config /etc/svc-registry.env --send-test'],
  async run({ config, 'send-test': sendTest, json }, terminal) {
    const gathered = loadSettings(terminal.env, { config })
    const report = await checkSettings(gathered, sendTest)
    terminal.print(json ? JSON.stringify(report) : formatReport(report, gathered.file))
    return report.ok ? 0 : 1
  },
})

async function checkSettings(gathered: GatheredSettings, sendTest: boolean): Promise<Report> {
  const { configProblems } = await import('../../config/problems.ts')
  const { problems: invalid, valid } = configProblems(gathered.env)
  const channels = valid === undefined ? [] : await checkChannels(valid, sendTest)
  const failed = channels
    .filter(({ state }) => state === 'fails')
    .map(({ name, detail }) => `${name}: ${detail}.`)
  const problems = [...invalid, ...unknownSettingWarnings(gathered), ...failed]
  return { ok: problems.length === 0, settings: await listSettings(gathered), channels, problems }
}

async function listSettings({
  env,
  file,
  fromFile,
}: GatheredSettings): Promise<readonly SettingStatus[]> {
  const { redacted, SETTING_GROUPS } = await import('../../config/settings.ts')
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

/** Checks the channels with the valid settings. */
async function checkChannels(
  env: Environment,
  sendTest: boolean,
): Promise<readonly ChannelStatus[]> {
  const [{ CHANNELS }, { readConfig }] = await Promise.all([
    import('./channels.ts'),
    import('../../config/config.ts'),
  ])
  const config = readConfig({}, env)
  return Promise.all(
    CHANNELS.map(async ({ name, hint, target, test }): Promise<ChannelStatus> => {
      const detail = target(config)
      if (detail === undefined) return { name, state: 'missing', detail: hint }
      if (!sendTest) return { name, state: 'configured', detail }
      const tested = await test(config)
      return tested.ok
        ? { name, state: 'works', detail: `${detail}: ${tested.detail}` }
        : { name, state: 'fails', detail: tested.detail }
    }),
  )
}

function formatReport({ settings, channels, problems }: Report, file: string | undefined): string {
  const configured = settings.filter(({ source }) => source !== 'default').length
  return [
    `${configured} of ${settings.length} settings ${configured === 1 ? 'is' : 'are'} set${file === undefined ? '' : `; the file is ${file}`}.`,
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
      ? ['No problems found.']
      : [
          `${problems.length === 1 ? 'One problem' : `${problems.length} problems`}:`,
          ...problems.map((problem) => `  ${problem}`),
        ]),
  ].join('\n')
}
