import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTarget } from '../../src/load/settings.ts'
import { runInProcess } from '../commands/run-in-process.ts'

const KEY = 'sk_live_very_secret_key'
const env = { SVC_API_KEY: KEY }

describe('the target of a run', () => {
  it.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/api/v1'],
    ['http://localhost:8080/', 'http://localhost:8080/api/v1'],
    ['http://127.1.2.3/api/v1/', 'http://127.1.2.3/api/v1'],
    ['https://[::1]:8443/registry/api/v1', 'https://[::1]:8443/registry/api/v1'],
    // The address 127.0.0.1, written as one number.
    ['http://2130706433', 'http://127.0.0.1/api/v1'],
  ])('can be %s, because it is this machine', (url, api) => {
    expect(readTarget(url, undefined)).toEqual({ kind: 'target', api: new URL(api) })
  })

  it.each([
    'https://agents.example.com',
    'http://10.0.0.1:8080',
    'http://0.0.0.0:8080',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://128.0.0.1',
    'http://[::2]',
    'http://[::ffff:127.0.0.1]',
    'http://registry',
    'http://xn--localhost-9d.example',
  ])(
    'cannot be %s, which is not a recognized address of this machine, unless it is named',
    (url) => {
      const { hostname } = new URL(url)
      expect(readTarget(url, undefined)).toEqual({ kind: 'remote', host: hostname })
      expect(readTarget(url, 'other.example.com')).toEqual({ kind: 'other_host', host: hostname })
      expect(readTarget(url, hostname.replace(/^\[|\]$/g, ''))).toMatchObject({ kind: 'target' })
    },
  )

  it('cannot be a host other than the one that is named', () => {
    fc.assert(
      fc.property(fc.domain(), fc.domain(), (host, allowed) => {
        fc.pre(host !== allowed)
        expect(readTarget(`https://${host}`, allowed).kind).not.toBe('target')
      }),
    )
  })

  it.each([
    '',
    'nonsense',
    'ftp://127.0.0.1',
    'http://user:password@127.0.0.1',
    'http://127.0.0.1/?a=b',
    'http://127.0.0.1/#a',
    'file:///etc/passwd',
  ])('cannot be the invalid address %j', (url) => {
    expect(readTarget(url, undefined)).toEqual({ kind: 'unreadable' })
  })

  it('is refused before any request is sent if it is another machine, and the message names the flag that allows it', async () => {
    const { code, out, err } = await runInProcess(['load', 'https://agents.example.com'], env)
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe(
      "svc-registry: agents.example.com is not this machine, and a load run against someone else's platform is an attack. If you have permission to load-test it, add: --allow-remote agents.example.com\n",
    )
    expect(
      await runInProcess(
        ['load', 'https://agents.example.com', '--allow-remote', 'localhost'],
        env,
      ),
    ).toMatchObject({
      code: 1,
      err: expect.stringContaining('must name the host of URL, which is agents.example.com'),
    })
  })
})

describe('the command line', () => {
  it.each([
    [
      ['--installations', '0'],
      '--installations must be a whole number from 1 to 1000000, not "0".',
    ],
    [
      ['--installations', '1e9'],
      '--installations must be a whole number from 1 to 1000000, not "1e9".',
    ],
    [['--interval', '4'], '--interval must be a whole number from 5 to 3600'],
    [['--duration', '0'], '--duration must be a duration from 1s to 168h'],
    [['--duration', '8d'], '--duration must be a duration from 1s to 168h'],
    [['--ramp', 'soon'], '--ramp must be a duration from 1s to 168h'],
    [['--bootstraps', 'many'], '--bootstraps must be a number of requests per minute up to 100000'],
    [['--revokes', '-1'], '--revokes must be a number of requests per minute up to 100000'],
    [
      ['--refreshes', '1000000'],
      '--refreshes must be a number of requests per minute up to 100000',
    ],
    [['--connections', '0'], '--connections must be a whole number from 1 to 10000'],
    [['--timeout', '1000'], '--timeout must be a whole number from 1 to 300'],
  ])('refuses %j and names valid values', async (flags, sentence) => {
    const { code, out, err } = await runInProcess(['load', 'http://127.0.0.1:1', ...flags], env)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(sentence)
  })

  it('refuses --recoveries together with --workspace, and says why', async () => {
    const flags = ['--workspace', 'ws_1', '--recoveries', '5']
    expect(await runInProcess(['load', 'http://127.0.0.1:1', ...flags], env)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(
        '--recoveries cannot be used with --workspace: the platform chooses which installation',
      ),
    })
  })

  it.each([[undefined], [''], [' , ']])('refuses to run with the API key %j', async (key) => {
    expect(
      await runInProcess(
        ['load', 'http://127.0.0.1:1'],
        key === undefined ? {} : { SVC_API_KEY: key },
      ),
    ).toMatchObject({ code: 2, err: expect.stringContaining('set SVC_API_KEY') })
  })

  it('never repeats an API key, not even one that cannot be sent', async () => {
    const { code, err } = await runInProcess(['load', 'http://127.0.0.1:1'], {
      SVC_API_KEY: `${KEY}\nX-Other: 1`,
    })
    expect(code).toBe(2)
    expect(err).not.toContain('secret')
  })

  it('does not start a run whose report cannot be written', async () => {
    expect(
      await runInProcess(['load', 'http://127.0.0.1:1', '--report', '/no/such/folder/r.html'], env),
    ).toMatchObject({
      code: 1,
      err: expect.stringContaining('The report cannot be written to /no/such/folder/r.html'),
    })
  })

  it('reports that the platform does not respond', async () => {
    const { code, out, err } = await runInProcess(['load', 'http://127.0.0.1:1'], env)
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe(
      'svc-registry: http://127.0.0.1:1/api/v1 does not respond (ECONNREFUSED): start a platform there, or check the address.\n',
    )
  })
})
