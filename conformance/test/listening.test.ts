import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readFlags, readListening, readSettings } from '../src/cli/options.ts'
import { run } from '../src/cli/run.ts'

const listening = (...argv: readonly string[]): object =>
  readListening(readFlags(argv).given, 'seed')

describe('where the suite listens', () => {
  it.each([
    [[], { host: '127.0.0.1', port: 0 }],
    [['--listen', '0.0.0.0:9000'], { host: '0.0.0.0', port: 9000 }],
    [['--listen', ':9000'], { host: '', port: 9000 }],
    [['--listen', '9000'], { host: '127.0.0.1', port: 9000 }],
    [
      ['--listen', '[::1]:9000', '--listen-url', 'https://me.example/suite/'],
      { host: '::1', port: 9000, url: 'https://me.example/suite' },
    ],
  ])('%j', (argv, where) => expect(listening(...argv)).toMatchObject(where))

  it.each(['here', '127.0.0.1:', '127.0.0.1:70000', '1.2.3.4:x'])('is not %s', (given) =>
    expect(() => listening('--listen', given)).toThrow('--listen has the form HOST:PORT'),
  )

  it('is in a room whose name depends on the seed', () => {
    expect(listening()).toEqual(listening())
    expect(readListening({}, 'other')).not.toEqual(listening())
  })

  it('is said when somebody else has the port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const said: string[] = []
    const stream = (to: string[]) => ({
      write: (text: string | Uint8Array) => to.push(String(text)) > 0,
    })
    const code = await run(
      [
        'platform',
        'http://127.0.0.1:1',
        '--listen',
        `127.0.0.1:${(server.address() as AddressInfo).port}`,
      ],
      { env: {}, stdout: stream([]), stderr: stream(said) },
    )
    server.close()
    expect(code).toBe(3)
    expect(said.join('')).toMatch(
      /^The suite cannot listen at 127\.0\.0\.1:\d+: .* Give another --listen HOST:PORT\.\n$/,
    )
  })
})

describe('what is given for single rules', () => {
  it('stands in the settings, and in the line that runs a rule again', () => {
    const { given } = readFlags([
      '--pin-command',
      'read-pin',
      '--route-command',
      'route it',
      '--platform',
      'https://platform.example/api/v1/',
      '--listen',
      '127.0.0.1:9000',
    ])
    expect(readSettings('http://target.test', given, {})).toMatchObject({
      pin_command: 'read-pin',
      route_command: 'route it',
      platform: 'https://platform.example/api/v1',
      again: [
        '--pin-command',
        'read-pin',
        '--route-command',
        'route it',
        '--listen',
        '127.0.0.1:9000',
        '--platform',
        'https://platform.example/api/v1/',
      ],
    })
  })
})
