import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { newFolder } from '../../kit/folder.ts'
import { until } from '../../kit/bounds.ts'

/** A request as it arrived behind the proxy. */
interface Seen {
  readonly method: string | undefined
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** The relay closes the connection of a request for this path. */
export const CLOSED_PATH = '/closed'

/** Starts a server between the proxy and the platform, which keeps the head of each request and passes everything on. */
export async function startRelay(platform_port: number) {
  const seen: Seen[] = []
  const server = createServer((req, res) => {
    const { url: path, method, headers } = req
    seen.push({ method, path: path!, headers })
    if (path === CLOSED_PATH) return void res.destroy()
    const passed = httpRequest(
      { host: '127.0.0.1', port: platform_port, path, method, headers },
      (response) => {
        res.writeHead(response.statusCode!, response.headers)
        response.pipe(res)
      },
    )
    passed.on('error', () => res.destroy())
    req.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    seen,
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Replaces the parts of a configuration that only work in a real deployment. @throws Error for a part that it does not contain */
export const adapted = (text: string, parts: readonly (readonly [RegExp, string])[]): string =>
  parts.reduce((sofar, [pattern, replacement]) => {
    if (!pattern.test(sofar)) throw new Error(`The configuration does not contain ${pattern}`)
    return sofar.replace(pattern, replacement)
  }, text)

/** Creates a certificate, and a file that also contains its key, as HAProxy expects it. */
export function newCertificate() {
  const folder = newFolder()
  const [key, certificate, both] = ['key', 'pem', 'both'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const subject = ['-subj', '/CN=agents.example.com', '-days', '2']
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ed25519',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      ...subject,
    ],
    { stdio: 'pipe' },
  )
  execFileSync('sh', ['-c', `cat ${certificate} ${key} > ${both}`])
  return { key, certificate, both }
}

/** Starts a proxy, and waits until it listens. */
export async function startProxy(program: string, args: readonly string[], port: number) {
  const home = newFolder()
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const hasEnded = () => child.exitCode !== null
  await until(async () => hasEnded() || (await isListening(port)), `${program} does not listen`)
  if (hasEnded()) throw new Error(`${program} ended: ${output}`)
  return {
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
}

/** A request from a client with an address of its own. */
interface ClientRequest {
  readonly port: number
  readonly from: string
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
  readonly plain?: true
}

/**
 * Sends a request over TLS, or over HTTP if `plain` is set, without normalizing the path, from one of this machine's loopback addresses.
 */
export async function ask({ port, from, path, body, plain, ...more }: ClientRequest) {
  const options = {
    port,
    path,
    host: '127.0.0.1',
    localAddress: from,
    method: more.method ?? 'GET',
    headers: { Host: 'agents.example.com', ...more.headers } as Record<string, string>,
  }
  const sent = plain
    ? httpRequest(options)
    : httpsRequest({ ...options, servername: 'agents.example.com', rejectUnauthorized: false })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) text += chunk
  return { status: response.statusCode!, headers: response.headers, text }
}
