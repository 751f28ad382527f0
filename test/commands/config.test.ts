import { once } from 'node:events'
import { existsSync, globSync, readFileSync, writeFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { CHANNELS } from '../../src/cli/server/channels.ts'
import { startReceiver } from '../jobs/audit/export-platform.ts'
import { readConfig } from '../../src/config/config.ts'
import { SETTING_GROUPS, SETTING_NAMES, redacted } from '../../src/config/settings.ts'
import { gatherSettings } from '../../src/config/file.ts'
import { mailSink } from '../ports/mail/sink.ts'
import { expectOneLine, runInProcess } from './run-in-process.ts'
import { newFolder } from '../kit/folder.ts'

const ROOT = join(import.meta.dirname, '../..')

function file(text: string): string {
  const path = join(newFolder(), 'registry.env')
  writeFileSync(path, text)
  return path
}

interface Report {
  ok: boolean
  settings: { name: string; value: string; source: string }[]
  store: { name: string; state: string; detail: string }[]
  channels: { name: string; state: string; detail: string }[]
  problems: string[]
}
async function check(
  env: Record<string, string>,
  ...flags: string[]
): Promise<{ code: number; report: Report; text: string }> {
  const { code, out } = await runInProcess(['check-config', ...flags, '--json'], env)
  const text = await runInProcess(
    ['check-config', ...flags.filter((flag) => flag !== '--send-test')],
    env,
  )
  return { code, report: JSON.parse(out) as Report, text: text.out }
}

describe('every setting', () => {
  it('that the code reads is listed with its description and its default', () => {
    // Agents have their own settings, and the documentation names variables of the reader's shell.
    const read = globSync('src/**/*.ts', { cwd: ROOT })
      .filter((path) => !/^src\/(agent|docs)/.test(path))
      .flatMap(
        (path) =>
          readFileSync(join(ROOT, path), 'utf8').match(/\b(?:SVC|OTEL)_[A-Z_]+[A-Z]\b/g) ?? [],
      )
    const others = [
      'SVC_PLATFORM_URL',
      'SVC_API_KEY',
      'SVC_WORKSPACE_ID',
      'SVC_INSTALL_TOKEN',
      'SVC_PLATFORM_KEY',
      'SVC_ORGANIZATION_ID',
      'SVC_RUNTIME_TOKEN',
      'SVC_ADMIN_SESSION',
      'SVC_AGENT_SESSION',
      'SVC_CLIENT_ID',
      'SVC_ID',
      'SVC_AGENT_URL',
      'SVC_AGENT_KEY',
      'SVC_INSTALLATION_ID',
      'SVC_UPSTREAM_URL',
      'SVC_ID_PATTERN',
    ]
    expect([...new Set(read)].filter((name) => !others.includes(name)).toSorted()).toEqual(
      [...SETTING_NAMES].toSorted(),
    )
    for (const { description, fallback } of SETTING_GROUPS.flatMap(({ settings }) => settings))
      expect([description, fallback]).not.toContain('')
  })

  it('is listed in the manual', () => {
    const manual = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
    for (const { name, description, fallback } of SETTING_GROUPS.flatMap(
      ({ settings }) => settings,
    )) {
      const line = manual.split('\n').find((row) => row.startsWith(`| \`${name}\` |`))
      expect(line, name).toContain(description)
      expect(line).toContain(fallback)
    }
  })

  it('is shown without its secrets', () => {
    const secret = { secret: true } as const
    expect(redacted(secret, 'smtp://user:hunter2@mail.example.com:587')).toBe(
      'smtp://user:***@mail.example.com:587',
    )
    expect(redacted(secret, 'https://hooks.example.com/services/T/B/hunter2?sig=hunter2')).toBe(
      'https://hooks.example.com/***',
    )
    expect(redacted(secret, 'hunter2')).toBe('(set, not shown)')
    expect(redacted({}, 'info')).toBe('info')
  })
})

describe('the issuer', () => {
  const issuer = (flags: object, env: Record<string, string> = {}) => readConfig(flags, env).issuer

  it('is the configured one, else the configured public address, and need not be configured on a loopback address', () => {
    expect(
      issuer(
        { issuer: 'https://a.example/' },
        { SVC_ISSUER: 'https://b.example', SVC_PUBLIC_URL: 'https://c.example' },
      ),
    ).toBe('https://a.example')
    expect(
      issuer({}, { SVC_ISSUER: 'urn:example:registry', SVC_PUBLIC_URL: 'https://c.example' }),
    ).toBe('urn:example:registry')
    expect(issuer({ host: '0.0.0.0' }, { SVC_PUBLIC_URL: 'https://c.example/' })).toBe(
      'https://c.example',
    )
    for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1'])
      expect(issuer({ host })).toBeUndefined()
  })

  it.each(['0.0.0.0', '::', '192.0.2.1', 'agents.example.com', '127.0.0.1.example.com'])(
    'must be configured if the platform listens on %s',
    (host) => {
      expect(() => issuer({ host })).toThrow(
        /^SVC_ISSUER \(--issuer\) or SVC_PUBLIC_URL \(--public-url\) must be set .* --host /,
      )
      expect(() => issuer({}, { SVC_HOST: host })).toThrow(`as with SVC_HOST ${host}`)
    },
  )

  it.each([
    'registry',
    'ftp://a.example',
    'https://a.example/?q',
    'https://a.example/#f',
    'https://u@a.example',
    'https://:hunter2@a.example',
    'https://ä.example',
    'urn:',
    `https://a.example/${'x'.repeat(255)}`,
  ])('cannot be %s', (name) => {
    expect(() => issuer({}, { SVC_ISSUER: name })).toThrow(
      /^SVC_ISSUER must be an http or https address .* or a URN(?!.*hunter2)/,
    )
  })

  it('is shown by check-config', async () => {
    const { report } = await check({ SVC_ISSUER: 'https://a.example' })
    expect(report.settings.find(({ name }) => name === 'SVC_ISSUER')).toEqual({
      name: 'SVC_ISSUER',
      value: 'https://a.example',
      source: 'environment',
    })
    expect((await check({ SVC_HOST: '0.0.0.0' })).report.problems).toEqual([
      expect.stringContaining('SVC_ISSUER (--issuer) or SVC_PUBLIC_URL'),
    ])
  })
})

describe('a configuration file', () => {
  it('sets what the environment does not set, and ignores empty values', () => {
    const path = file(
      '# comment\n\nSVC_PORT=1\nexport SVC_HOST=h # comment\nSVC_MAIL_FROM="Acme # Registry <a@b.example>"\nSVC_MASTER_KEY=\'multi\nline\'\nSVC_STORE=\n',
    )
    const { env } = gatherSettings({ SVC_PORT: '2', SVC_LOG_LEVEL: '' }, path)
    expect(env).toEqual({
      SVC_PORT: '2',
      SVC_HOST: 'h',
      SVC_MAIL_FROM: 'Acme # Registry <a@b.example>',
      SVC_MASTER_KEY: 'multi\nline',
    })
  })

  it('is named by the flag, else by SVC_CONFIG', () => {
    const [one, two] = [file('SVC_PORT=1\n'), file('SVC_PORT=2\n')]
    expect(gatherSettings({ SVC_CONFIG: one }).env['SVC_PORT']).toBe('1')
    expect(gatherSettings({ SVC_CONFIG: one }, two).env['SVC_PORT']).toBe('2')
  })

  it.each([
    ['SVC_PORT 8080\n', /line 1/],
    ['SVC_PORT=8080\nSVC_HOST: h\n', /line 2/],
    ['SVC_MASTER_KEY="multi\nline"\n???\n', /line 3/],
  ])('is refused with the number of an invalid line: %j', async (text, line) => {
    const path = file(text)
    const { code, err } = await runInProcess(['serve', '--config', path])
    expect(code).toBe(1)
    expect(err).toMatch(line)
    expect(err).toContain(path)
    expectOneLine(err)
  })

  it('makes every command fail with a message of one line if it does not exist', async () => {
    for (const command of ['serve', 'check-config', 'org list', 'outbox list']) {
      const { code, out, err } = await runInProcess([
        ...command.split(' '),
        '--config',
        '/nowhere.env',
      ])
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toContain('/nowhere.env cannot be read: there is no such file')
      expectOneLine(err)
    }
  })
})

describe('check-config', () => {
  it('shows every setting with its value and its source, and every channel', async () => {
    const path = file('SVC_PORT=9000\nSVC_LOG_LEVEL=warn\n')
    const { code, report, text } = await check({ SVC_LOG_LEVEL: 'debug' }, '--config', path)
    expect([code, report.ok, report.problems]).toEqual([0, true, []])
    expect(report.settings.map(({ name }) => name)).toEqual(SETTING_NAMES)
    const of = (name: string) => report.settings.find((setting) => setting.name === name)
    expect([of('SVC_PORT'), of('SVC_LOG_LEVEL'), of('SVC_HOST'), of('SVC_CONFIG')]).toEqual([
      { name: 'SVC_PORT', value: '9000', source: path },
      { name: 'SVC_LOG_LEVEL', value: 'debug', source: 'environment' },
      { name: 'SVC_HOST', value: '127.0.0.1', source: 'default' },
      { name: 'SVC_CONFIG', value: path, source: '--config' },
    ])
    expect(report.channels).toEqual(
      CHANNELS.map(({ name, hint }) => ({ name, state: 'missing', detail: hint })),
    )
    expect(text).toMatch(/^3 of \d+ settings are set; the file is .*\n\nSETTING +FROM +VALUE\n/)
    expect(text).toMatch(/\nCHANNEL +STATE +DETAIL\n[^]*\n\nNo problems found\.\n$/)
  })

  it('lists all problems at once, suggests names, and exits with code 1', async () => {
    const path = file('SVC_SMPT_URL=smtp://h\n')
    const env = {
      SVC_PORT: 'x',
      SVC_LOG_LEVEL: 'loud',
      SVC_SMTP_URL: 'smtp://h',
      SVC_SUPPORT_MAIL: 'a@b.example',
      SVC_UNHEARD_OF: '1',
      SVC_API_KEY: 'of an agent',
    }
    const { code, report, text } = await check(env, '--offline', '--config', path)
    expect(code).toBe(1)
    expect(report.problems).toEqual([
      'SVC_PORT must be a whole number from 0 to 65535, not "x".',
      'SVC_LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud".',
      'SVC_MAIL_FROM must be set together with SVC_SMTP_URL: it is the sender address of the registry.',
      `SVC_SMPT_URL in ${path} is not a setting; did you mean SVC_SMTP_URL?`,
      'SVC_UNHEARD_OF is not a setting.',
    ])
    expect(text).toMatch(/\n5 problems:\n {2}SVC_PORT/)
  })

  it('accepts the flags of serve, which take precedence', async () => {
    const { code, report } = await check(
      { SVC_PORT: 'x', SVC_HOST: '0.0.0.0' },
      ...['--offline', '--port', '0', '--public-url', 'https://a.example', '--trust-proxy', 'a/b'],
    )
    expect([code, report.problems]).toEqual([
      1,
      [expect.stringMatching(/^--trust-proxy must name the networks of your proxies/)],
    ])
    const of = (name: string) => report.settings.find((setting) => setting.name === name)
    expect([of('SVC_PORT'), of('SVC_HOST'), of('SVC_PUBLIC_URL')]).toMatchObject([
      { value: '0', source: '--port' },
      { value: '0.0.0.0', source: 'environment' },
      { value: 'https://a.example', source: '--public-url' },
    ])
    expect((await runInProcess(['check-config', '--offline', '--send-test'])).code).toBe(2)
  })

  it('shows no secret, valid or not', async () => {
    const env = {
      SVC_SMTP_URL: 'smtp://user:hunter2@h',
      SVC_MAIL_FROM: 'a@b.example',
      SVC_MASTER_KEY: 'hunter2',
      SVC_SUPPORT_CHAT_URL: 'https://hooks.slack.com/services/hunter2',
      SVC_LOGS_INTAKE_URL: 'https://intake.example/hunter2',
      SVC_LOGS_API_KEY: 'hunter2',
      SVC_COLLECTOR_URL: 'https://user:hunter2@collector.example',
    }
    const { report, text } = await check(env, '--offline')
    expect(JSON.stringify(report) + text).not.toContain('hunter2')
    expect(report.channels.map(({ state }) => state)).toEqual([
      'configured',
      'missing',
      'configured',
      'missing',
      'configured',
      'missing',
      'missing',
      'missing',
      'missing',
      'missing',
      'missing',
    ])
    expect(text).toContain('https://hooks.slack.com/*** (slack)')
  })

  it('connects to every destination without sending anything, and names the host of one that fails', async () => {
    const [logs, collector] = await Promise.all([startReceiver('logs'), startReceiver('collector')])
    const folder = newFolder()
    const env = {
      SVC_LOGS_INTAKE_URL: logs.url,
      SVC_LOGS_API_KEY: 'hunter2',
      SVC_COLLECTOR_URL: collector.url.replace('http:', 'https:'),
      SVC_COLLECTOR_TOKEN: 'hunter2',
      SVC_SUPPORT_CHAT_URL: 'https://127.0.0.1:1/hunter2',
      SVC_SUPPORT_CHAT_FORMAT: 'slack',
      SVC_IMAGES_REGISTRY: 'https://127.0.0.1:1',
      SVC_IMAGES_SCANNER: `${folder}/none --quiet`,
      SVC_WITNESSES: `file:${folder}/heads.jsonl file:${folder}/none/heads.jsonl file:${folder}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${logs.url}/hunter2`,
    }
    const { code, out } = await runInProcess(['check-config', '--json'], env)
    const { channels, problems } = JSON.parse(out) as Report
    expect([code, channels.filter(({ state }) => state !== 'missing')]).toEqual([
      1,
      [
        { name: 'Support chat', state: 'fails', detail: '127.0.0.1:1: it cannot be reached' },
        { name: 'Export to logs', state: 'works', detail: `${logs.url}: connected` },
        expect.objectContaining({ name: 'Export to a collector', state: 'fails' }),
        expect.objectContaining({ name: 'Container images', state: 'fails' }),
        expect.objectContaining({
          name: 'Image scanner',
          detail: `${folder}/none is not a program that this user can run`,
        }),
        expect.objectContaining({
          name: 'Witnesses',
          detail: [
            `${folder}/none/heads.jsonl cannot be written, because there is no folder ${folder}/none; create or mount it`,
            `${folder} is a folder; name a file in it`,
          ].join('; '),
        }),
        { name: 'Traces', state: 'works', detail: `${logs.url}/***: connected` },
      ],
    ])
    expect(problems).toHaveLength(5)
    expect(out).not.toContain('hunter2')
    expect([logs.stored.length, collector.stored.length]).toEqual([0, 0])
  })

  it('tests every channel with --send-test, and exits with code 1 if one fails', async () => {
    const { port, mails } = await mailSink(
      {},
      {
        toRecipient: (address) =>
          address.startsWith('gone') ? [550, '5.1.1 no such user'] : undefined,
      },
    )
    const env = {
      SVC_SMTP_URL: `smtp://127.0.0.1:${port}`,
      SVC_MAIL_FROM: 'a@b.example',
      SVC_SUPPORT_MAIL: 'support@b.example',
    }
    const good = await runInProcess(['check-config', '--send-test', '--json'], env)
    expect(good.code).toBe(0)
    expect((JSON.parse(good.out) as Report).channels).toMatchObject([
      {
        name: 'Mail',
        state: 'works',
        detail: `127.0.0.1:${port}, from a@b.example, STARTTLS offered: connected`,
      },
      { name: 'Support mail', state: 'works', detail: 'support@b.example: a test e-mail was sent' },
      { name: 'Support chat', state: 'missing' },
      { name: 'Customer success', state: 'missing' },
      ...CHANNELS.slice(4).map(({ name }) => ({ name, state: 'missing' })),
    ])
    expect(mails).toMatchObject([
      {
        to: ['support@b.example'],
        email: { subject: 'Test of the agent registry: support mail' },
      },
    ])

    const chat = {
      SVC_SUPPORT_CHAT_URL: 'http://127.0.0.1:1/hook',
      SVC_SUPPORT_CHAT_FORMAT: 'slack',
      SVC_OUTGOING_HTTP: 'true',
    }
    const bad = await runInProcess(['check-config', '--send-test'], {
      ...env,
      ...chat,
      SVC_SUPPORT_CSM_MAIL: 'gone@b.example',
    })
    expect(bad.code).toBe(1)
    expect(bad.out).toContain(
      '2 problems:\n  Support chat: the request to the chat failed (unreachable).\n  Customer success: the mail server refused the recipient: 550 5.1.1 no such user.\n',
    )
    expect(
      (
        await runInProcess(['check-config', '--send-test'], {
          ...env,
          SVC_SMTP_URL: 'smtp://127.0.0.1:1',
        })
      ).out,
    ).toContain('Mail: the mail server cannot be used: connection refused by 127.0.0.1:1.')
  })

  it('sends each export destination a valid test event with --send-test, and reports a refused credential', async () => {
    const [logs, collector, alerts] = await Promise.all([
      startReceiver('logs'),
      startReceiver('collector'),
      startReceiver('alerts'),
    ])
    const env = {
      SVC_LOGS_INTAKE_URL: logs.url,
      SVC_LOGS_API_KEY: logs.credential,
      SVC_COLLECTOR_URL: collector.url,
      SVC_COLLECTOR_TOKEN: 'wrong',
      SVC_ALERTS_URL: alerts.url,
      SVC_ALERTS_ROUTING_KEY: alerts.credential,
    }
    const { code, out } = await runInProcess(['check-config', '--send-test', '--json'], env)
    const { channels } = JSON.parse(out) as Report
    expect([code, channels.slice(4, 7)]).toEqual([
      1,
      [
        {
          name: 'Export to logs',
          state: 'works',
          detail: `${logs.url}: a test event was accepted`,
        },
        {
          name: 'Export to a collector',
          state: 'fails',
          detail: 'The destination refused the credential (code 4: invalid token)',
        },
        {
          name: 'Export to alerts',
          state: 'works',
          detail: `${alerts.url}: a test event was accepted`,
        },
      ],
    ])
    expect([logs.stored.length, collector.stored.length, alerts.stored.length]).toEqual([1, 0, 1])
  })

  it('signs in to every image registry with --send-test', async () => {
    const imageRegistry = createServer((req, res) => {
      const welcome =
        req.url === '/v2/' &&
        req.headers.authorization === `Basic ${Buffer.from('u:right').toString('base64')}`
      res.writeHead(welcome ? 200 : 401, { 'WWW-Authenticate': 'Basic realm="images"' }).end()
    }).listen(0, '127.0.0.1')
    await once(imageRegistry, 'listening')
    const channelOf = (out: string) =>
      (JSON.parse(out) as Report).channels.find(({ name }) => name === 'Container images')!
    const url = `http://127.0.0.1:${(imageRegistry.address() as AddressInfo).port}`
    const tried = async (password: string) => {
      const { code, out } = await runInProcess(['check-config', '--send-test', '--json'], {
        SVC_IMAGES_REGISTRY: url,
        SVC_IMAGES_USERNAME: 'u',
        SVC_IMAGES_PASSWORD: password,
        SVC_OUTGOING_HTTP: 'true',
      })
      return [code, channelOf(out).state, channelOf(out).detail]
    }
    expect(await tried('right')).toEqual([0, 'works', `${url}: every image registry responds`])
    expect(await tried('wrong')).toEqual([
      1,
      'fails',
      expect.stringContaining('does not allow the platform to read'),
    ])
    imageRegistry.close()
  })
})

describe('the store', () => {
  const states = async (env: Record<string, string>) => {
    const { code, report } = await check(env)
    return [code, ...report.store.map(({ name, state }) => `${name} ${state}`)]
  }

  it('is opened by check-config without being created or changed', async () => {
    const path = join(newFolder(), 'store.db')
    const env = { SVC_STORE: `sqlite:${path}` }
    expect(await states(env)).toEqual([0, 'Store works', 'Master key works'])
    expect(existsSync(path)).toBe(false)
    await runInProcess(['org', 'create', '--name', 'Acme'], env)
    await runInProcess(['key', 'rotate', '--signing'], env)
    const works = ['Store works', 'Tables works', 'Master key works', 'Clock works']
    expect(await states(env)).toEqual([0, ...works])

    writeFileSync(`${path}.key`, `${'cd'.repeat(32)}\n`)
    const other = await check(env)
    expect([other.code, other.report.store[2]!.state]).toEqual([1, 'fails'])
    expect(other.report.problems[0]).toMatch(/^Master key: the master key \w+, which is in force, /)
    expect(other.text).not.toContain('cdcd')
  })

  it('fails the check if it cannot be opened, and is reported if its tables have to be migrated', async () => {
    const path = join(newFolder(), 'store.db')
    writeFileSync(
      path,
      'this is not a database, but it is longer than a header of one hundred bytes'.repeat(9),
    )
    expect(await states({ SVC_STORE: `sqlite:${path}` })).toEqual([1, 'Store fails'])
    expect(await states({ SVC_STORE: `sqlite:${path}/store.db` })).toEqual([1, 'Store fails'])
    expect(await states({ SVC_STORE: 'memory:' })).toEqual([0, 'Store works'])

    const older = join(newFolder(), 'older.db')
    await runInProcess(['org', 'create', '--name', 'Acme'], { SVC_STORE: `sqlite:${older}` })
    const database = new DatabaseSync(older)
    database.exec('alter table outbox drop column claim')
    database.close()
    const { code, report } = await check({ SVC_STORE: `sqlite:${older}` })
    expect([code, report.store[1]]).toEqual([
      0,
      expect.objectContaining({ name: 'Tables', state: 'due' }),
    ])
    expect(report.store[1]!.detail).toMatch(/^1 change is due, which `serve` makes when it starts/)
  })

  it('fails the check if its key file is missing, even if its tables have to be migrated', async () => {
    const path = join(newFolder(), 'store.db')
    const env = { SVC_STORE: `sqlite:${path}` }
    await runInProcess(['org', 'create', '--name', 'Acme'], env)
    await runInProcess(['key', 'rotate', '--signing'], env)
    rmSync(`${path}.key`)
    const keyCheck = async () => {
      const { code, report } = await check(env)
      const found = report.store.find(({ name }) => name === 'Master key')
      return [code, found?.state]
    }
    expect(await keyCheck()).toEqual([1, 'fails'])
    const database = new DatabaseSync(path)
    database.exec('alter table outbox drop column claim')
    database.close()
    expect(await keyCheck()).toEqual([1, 'fails'])
  })

  it('fails the check if its last use is more than a minute in the future', async () => {
    const path = join(newFolder(), 'store.db')
    await runInProcess(['org', 'create', '--name', 'Acme'], { SVC_STORE: `sqlite:${path}` })
    const database = new DatabaseSync(path)
    const alive = database.prepare("insert or replace into platform_facts values ('alive_at', ?)")
    const report = async (ahead_ms: number) => {
      alive.run(JSON.stringify(new Date(Date.now() + ahead_ms).toISOString()))
      return (await check({ SVC_STORE: `sqlite:${path}` })).report.store[3]
    }
    expect(await report(50_000)).toMatchObject({ name: 'Clock', state: 'works' })
    expect(await report(90_000)).toMatchObject({ name: 'Clock', state: 'fails' })
    database.close()
  })
})

describe('serve', () => {
  it('refuses unknown settings and suggests the right one', async () => {
    const path = file('SVC_PROT=1\n')
    const { code, err } = await runInProcess(['serve', '--config', path, '--store', 'memory:'], {
      SVC_UNHEARD_OF: 'hunter2',
    })
    expect(code).toBe(1)
    expectOneLine(err)
    expect(err).toContain(
      `SVC_PROT in ${path} is not a setting; did you mean SVC_PORT? SVC_UNHEARD_OF is not a setting. \`check-config\` shows all settings.`,
    )
    expect(err).not.toContain('hunter2')
  })
})
