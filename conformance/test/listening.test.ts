import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { parseFlags } from '../src/cli/flags.ts'
import { run } from '../src/cli/run.ts'
import { readListenOptions, readSettings } from '../src/cli/settings.ts'

const listenOptions = (...argv: readonly string[]): object =>
  readListenOptions(parseFlags(argv).flags, 'seed')

describe('the address on which the suite listens', () => {
  it.each([
    [[], { host: '127.0.0.1', port: 0 }],
    [['--listen', '0.0.0.0:9000'], { host: '0.0.0.0', port: 9000 }],
    [['--listen', ':9000'], { host: '', port: 9000 }],
    [['--listen', '9000'], { host: '127.0.0.1', port: 9000 }],
    [
      ['--listen', '[::1]:9000', '--listen-url', 'https://me.example/suite/'],
      { host: '::1', port: 9000, url: 'https://me.example/suite' },
    ],
  ])('is read from %j', (argv, options) => expect(listenOptions(...argv)).toMatchObject(options))

  it.each(['here', '127.0.0.1:', '127.0.0.1:70000', '1.2.3.4:x'])(
    'is rejected in the form %j',
    (value) =>
      expect(() => listenOptions('--listen', value)).toThrow(
        '--listen must have the form HOST:PORT',
      ),
  )

  it('has a path prefix that depends on the seed', () => {
    expect(listenOptions()).toEqual(listenOptions())
    expect(readListenOptions({}, 'other')).not.toEqual(listenOptions())
  })

  it('is reported if the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const errors: string[] = []
    const stream = (output: string[]) => ({
      write: (text: string | Uint8Array) => output.push(String(text)) > 0,
    })
    const code = await run(
      [
        'platform',
        'http://127.0.0.1:1',
        '--listen',
        `127.0.0.1:${(server.address() as AddressInfo).port}`,
      ],
      { env: {}, stdout: stream([]), stderr: stream(errors) },
    )
    server.close()
    expect(code).toBe(3)
    expect(errors.join('')).toMatch(
      /^The suite cannot listen on 127\.0\.0\.1:\d+: .* Use another address with --listen HOST:PORT\.\n$/,
    )
  })
})

describe('flags that change the result of a rule', () => {
  it('are part of the settings and of the command for a rerun', () => {
    const { flags } = parseFlags([
      '--pin-command',
      'read-pin',
      '--route-command',
      'route it',
      '--platform',
      'https://platform.example/api/v1/',
      '--listen',
      '127.0.0.1:9000',
      '--mail-url',
      'http://mail.example/messages/?box=a',
      '--rule-timeout',
      '60000',
      '--run-timeout',
      '900000',
    ])
    expect(readSettings('http://target.test', flags, {})).toMatchObject({
      pin_command: 'read-pin',
      route_command: 'route it',
      platform: 'https://platform.example/api/v1',
      mail_url: 'http://mail.example/messages?box=a',
      rerun_flags: [
        '--mail-url',
        'http://mail.example/messages/?box=a',
        '--pin-command',
        'read-pin',
        '--route-command',
        'route it',
        '--listen',
        '127.0.0.1:9000',
        '--platform',
        'https://platform.example/api/v1/',
        '--rule-timeout',
        '60000',
        '--run-timeout',
        '900000',
      ],
    })
  })
})
