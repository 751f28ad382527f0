import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trustedProxies } from '../../../src/contract/address.ts'
import { startPlatform } from '../../http/platform.ts'
import { installPackages } from '../../kit/debian.ts'
import { newFolder } from '../../kit/folder.ts'
import { isToolMissing, type ToolName } from '../../kit/tools.ts'
import { freePort } from '../../kit/port.ts'
import { adapted, ask, CLOSED_PATH, newCertificate, startProxy, startRelay } from './proxy.ts'

const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../deploy/proxies', name), 'utf8')

installPackages(['haproxy', 'nginx', 'caddy'], ['haproxy', 'nginx-light', 'caddy'])

interface Ports {
  readonly https: number
  readonly http: number
  /** The port of the platform. */
  readonly platform: number
}
type Certificate = ReturnType<typeof newCertificate>

interface Sample {
  readonly tool: ToolName & ('haproxy' | 'nginx' | 'caddy')
  readonly redirects: boolean
  /** Writes the sample with the ports of a test, and returns the arguments of the tool. */
  prepare(ports: Ports, certificate: Certificate): readonly string[]
}

const file = (name: string, text: string): string => {
  const path = join(newFolder(), name)
  writeFileSync(path, text)
  return path
}

const SAMPLES: readonly Sample[] = [
  {
    tool: 'haproxy',
    redirects: true,
    prepare: ({ https, http, platform }, { both }) => [
      '-db',
      '-f',
      file(
        'haproxy.cfg',
        adapted(sample('haproxy.cfg'), [
          [/bind :80\n/, `bind 127.0.0.1:${http}\n`],
          [/bind :443 ssl crt \S+/, `bind 127.0.0.1:${https} ssl crt ${both}`],
          [/src 10\.0\.0\.0\/8/, 'src 127.0.1.0/24'],
          [/10\.0\.0\.11/, '127.0.0.1'],
          [/10\.0\.0\.12/, '127.0.0.1'],
          [/(server \w \S+:)8080\n(.*:)8080\n/, `$1${platform}\n$2${platform}\n`],
        ]),
      ),
    ],
  },
  {
    tool: 'nginx',
    redirects: true,
    prepare: ({ https, http, platform }, { certificate, key }) => {
      const folder = newFolder()
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      const server = adapted(sample('nginx.conf'), [
        [/listen 80;/, `listen 127.0.0.1:${http};`],
        [/listen 443 ssl/, `listen 127.0.0.1:${https} ssl`],
        [/ssl_certificate \S+;/, `ssl_certificate ${certificate};`],
        [/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`],
        [/allow 10\.0\.0\.0\/8/, 'allow 127.0.1.0/24'],
        [/10\.0\.0\.11:8080/, `127.0.0.1:${platform}`],
        [/10\.0\.0\.12:8080/, `127.0.0.1:${platform}`],
      ])
      const user = process.getuid?.() === 0 ? 'user root;' : ''
      const main = `${user} daemon off; pid ${folder}/pid; error_log stderr; events {}
http { access_log off; ${temporary.join(' ')}\n${server} }`
      return ['-e', 'stderr', '-p', folder, '-c', file('nginx.conf', main)]
    },
  },
  {
    tool: 'caddy',
    redirects: false,
    // Without `skip_install_trust`, Caddy adds a certificate authority to the machine's trust store.
    prepare: ({ https, platform }, { certificate, key }) => [
      'run',
      '--adapter',
      'caddyfile',
      '--config',
      file(
        'Caddyfile',
        `{\n\tadmin off\n\tauto_https off\n\tskip_install_trust\n}\n${adapted(sample('Caddyfile'), [
          [
            /agents\.example\.com \{/,
            `https://127.0.0.1:${https}, https://agents.example.com:${https} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
          ],
          [/remote_ip 10\.0\.0\.0\/8/, 'remote_ip 127.0.1.0/24'],
          [/10\.0\.0\.11:8080 10\.0\.0\.12:8080/, `127.0.0.1:${platform} localhost:${platform}`],
        ])}`,
      ),
    ],
  },
]

describe.skipIf(isToolMissing('openssl'))('a proxy sample', () => {
  let relay: Awaited<ReturnType<typeof startRelay>>
  let certificate: Certificate
  let key: string
  let organization_id: string

  beforeAll(async () => {
    const platform = await startPlatform({ proxies: trustedProxies(['127.0.0.1']) })
    const { api_key, ...owner } = await platform.organization()
    ;[key, organization_id] = [api_key, owner.organization_id]
    relay = await startRelay((platform.server.address() as AddressInfo).port)
    certificate = newCertificate()
  })
  afterAll(() => relay.close())

  it.each(SAMPLES.filter(({ tool }) => !isToolMissing(tool)))(
    'of $tool passes on the address of the client, and hides metrics and the operator interface',
    async ({ tool, redirects, prepare }) => {
      const ports = { https: await freePort(), http: await freePort(), platform: relay.port }
      const proxy = await startProxy(tool, prepare(ports, certificate), ports.https)
      const client = { port: ports.https, from: '127.0.0.2' }

      // A client cannot choose the address that it is counted under.
      const forged = { 'X-Forwarded-For': ['203.0.113.9', '127.0.0.1'], 'X-API-Key': key }
      const workspaces = `/api/v1/orgs/${organization_id}/workspaces`
      expect((await ask({ ...client, path: workspaces, headers: forged })).status).toBe(200)
      // The health checks of a proxy can arrive at any time.
      const { headers } = relay.seen.findLast(({ path }) => path === workspaces)!
      expect(headers['x-forwarded-for']).toBe('127.0.0.2')
      expect(headers.host).toMatch(/^agents\.example\.com/)
      const created = await ask({
        ...client,
        from: '127.0.0.3',
        method: 'POST',
        path: workspaces,
        headers: { ...forged, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: tool, description: '' }),
      })
      expect(created.status).toBe(201)
      const audit = await ask({
        ...client,
        path: `/api/v1/audit-logs?organization_id=${organization_id}&limit=1`,
        headers: forged,
      })
      expect(audit.text).toContain('"ip":"127.0.0.3"')

      // A replica may have executed a request to which it did not respond, so the proxy must not repeat it. Instead, it responds with
      // 502 or closes the connection.
      for (const method of ['PUT', 'DELETE']) {
        const before = relay.seen.length
        await ask({ ...client, method, path: CLOSED_PATH }).catch(() => undefined)
        const sent = relay.seen.slice(before).filter((seen) => seen.method === method)
        expect(sent.map(({ path }) => path)).toEqual([CLOSED_PATH])
      }

      const inside = { ...client, from: '127.0.1.1' }
      const operator = '/api/v1/operator/disputes'
      for (const path of ['/metrics', '//metrics', '/%6detrics', '/METRICS', '/healthz', '/readyz'])
        for (const sender of [client, inside])
          expect((await ask({ ...sender, path })).status, path).toBe(404)
      for (const path of [operator, '/operator', '/api/v1//operator/disputes', '/%6Fperator'])
        expect((await ask({ ...client, path })).status, path).toBe(404)
      expect(
        relay.seen.filter(
          ({ path, headers }) =>
            headers['x-forwarded-for'] === '127.0.0.2' && /operator|metrics|%6/i.test(path),
        ),
      ).toEqual([])
      expect((await ask({ ...inside, path: operator })).status).toBe(401)
      if (redirects)
        expect(await ask({ ...client, port: ports.http, path: '/a', plain: true })).toMatchObject({
          status: 308,
          headers: { location: 'https://agents.example.com/a' },
        })
      await proxy.stop()
    },
  )
})
