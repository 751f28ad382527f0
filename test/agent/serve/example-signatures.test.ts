import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as textOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { isToolMissing } from '../../kit/tools.ts'
import { createClock } from '../../../src/system.ts'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { encodeBase64 } from '../../../src/domain/crypto/encoding.ts'
import { signClaims } from '../../../src/domain/signatures/signature.ts'
import { httpAgentCaller } from '../../../src/ports/agent-caller.ts'
import { agentIdentity, install } from '../../http/agents.ts'
import { ISSUER, startPlatform } from '../../http/platform.ts'
import { freePort } from '../../kit/port.ts'
import { forwarded, task, taskClaims, type ReceiverIdentity } from './statements.ts'
import { newFolder } from '../../kit/folder.ts'

const path = (of: string) => fileURLToPath(new URL(`../../../${of}`, import.meta.url))
const VECTORS = path('docs/specification/signatures.json')
const { signatures, statements } = JSON.parse(readFileSync(VECTORS, 'utf8')) as Record<
  'signatures' | 'statements',
  readonly { purpose: string; needs?: string }[]
>
/** Purposes that the Python example does not implement, as it states. */
const LEFT_OUT = ['policy', 'compliance-report', 'audit-checkpoint']
const inPython = signatures.filter(
  ({ purpose, needs }) => needs !== 'numbers' && !LEFT_OUT.includes(purpose),
)

const folder = newFolder('go-agent')
const binary = join(folder, 'agent')
/** Builds the Go example without downloads, because it has no dependencies. */
const buildGo = () => execFileSync('go', ['build', '-o', binary, '.'], GO)

const GO = {
  cwd: path('examples/go'),
  env: { ...process.env, GOPROXY: 'off', GOTOOLCHAIN: 'local' },
}
/** Opens sessions of the Python example at given times, and prints how many are kept after each step. */
const PYTHON_SESSIONS = `
from datetime import datetime, timedelta, timezone
import agent
now = datetime.now(timezone.utc)
agent.open_session("a", now)
agent.open_session("a", now + timedelta(hours=1))
kept = len(agent.SESSIONS)
agent.open_session("a", now + timedelta(hours=1, seconds=1))
after = len(agent.SESSIONS)
agent.MAX_SESSIONS = 2
agent.open_session("a", now + timedelta(hours=1, seconds=1))
print(kept, after, len(agent.SESSIONS))
`

interface Example {
  readonly language: string
  readonly needs: 'python' | 'go'
  build(): void
  readonly vectors: readonly [string, ...string[]]
  readonly checked: number
  readonly agent: readonly [string, ...string[]]
  readonly svc_id: string
  /** A skill that succeeds and one that fails, with the same text. */
  readonly skills: readonly [string, string]
  readonly text: string
}
const EXAMPLES: readonly Example[] = [
  {
    language: 'Python',
    needs: 'python',
    build: () => undefined,
    vectors: ['python3', path('examples/python/signatures.py'), VECTORS],
    checked: inPython.length + statements.length,
    agent: ['python3', path('examples/python/agent.py')],
    svc_id: 'plain-python-1.0.0',
    skills: ['word_count', 'shout'],
    text: ' ',
  },
  {
    language: 'Go',
    needs: 'go',
    build: buildGo,
    vectors: [binary, '--vectors', VECTORS],
    checked: signatures.length + statements.length,
    agent: [binary],
    svc_id: 'plain-go-1.0.0',
    skills: ['reverse', 'sum'],
    text: 'hello',
  },
]

type Settings = Readonly<Record<string, string>>
const settingsOf = (
  { issuer, installation_id, upstream_url }: ReceiverIdentity,
  platform_key: string,
): Settings => ({
  SVC_ISSUER: issuer,
  SVC_INSTALLATION_ID: installation_id,
  SVC_UPSTREAM_URL: upstream_url,
  SVC_PLATFORM_KEY: platform_key,
})

for (const {
  language,
  needs,
  build,
  vectors,
  checked,
  agent: [program, ...args],
  svc_id,
  skills: [skill, failing],
  text,
} of EXAMPLES)
  describe.skipIf(isToolMissing(needs))(`the ${language} example`, () => {
    beforeAll(build, 180_000)

    async function start(settings: Settings, port = 0): Promise<string> {
      const child = spawn(program, [...args, String(port)], {
        env: { ...process.env, ...settings },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => {
        child.kill()
      })
      const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
      return url
    }

    const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(17))
    const identity: ReceiverIdentity = {
      svc_id,
      installation_id: 'installation-1',
      workspace_id: 'ws_1',
      upstream_url: 'http://127.0.0.1/a2a/tasks',
      issuer: 'https://registry.example',
    }
    const settings = settingsOf(identity, encodeBase64(publicKey))
    const statementOf = (body: string, more: object = {}) =>
      forwarded({ ...taskClaims(body, identity, Date.now()), ...more }, (signed) =>
        signClaims(privateKey, 'task', signed),
      )
    const post = (url: string, headers: Readonly<Record<string, string>>, body: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      })

    it('verifies the published signatures like the library', () => {
      const [command, ...given] = vectors
      expect(JSON.parse(execFileSync(command, given, { encoding: 'utf8' }))).toEqual({
        checked,
        wrong: [],
      })
    })

    it('runs a task that the platform signed for it only once, and refuses every invalid one', async () => {
      const url = await start(settings)
      const twice = async (more: object = {}, body = task(skill, text)) => {
        const headers = statementOf(body, more)
        const status = async () => (await post(`${url}/a2a/tasks`, headers, body)).status
        return [await status(), await status()]
      }
      const moment = (offset_ms: number) => new Date(Date.now() + offset_ms).toISOString()
      expect(await twice()).toEqual([200, 401])
      expect(await twice({ audience: { svc_id, installation_id: 'another' } })).toEqual([401, 401])
      expect(
        await twice({ audience: { svc_id: 'another', installation_id: identity.installation_id } }),
      ).toEqual([401, 401])
      expect(await twice({ issuer: 'https://other.example' })).toEqual([401, 401])
      expect(await twice({ upstream_url: 'http://127.0.0.1/other' })).toEqual([401, 401])
      expect(await twice({ skill: 'another' })).toEqual([401, 401])
      expect(await twice({ task_id: 'another' })).toEqual([401, 401])
      const otherWorkspace = task(skill, text, { workspace_id: 'another' })
      expect(await twice({}, otherWorkspace)).toEqual([401, 401])
      expect(await twice({ request_body_hash: 'a'.repeat(64) })).toEqual([401, 401])
      expect(await twice({ issued_at: moment(-60_000), expires_at: moment(-1) })).toEqual([
        401, 401,
      ])
      expect(await twice({ expires_at: moment(90_000) })).toEqual([401, 401])
      expect(await twice({ issued_at: moment(40_000), expires_at: moment(60_000) })).toEqual([
        401, 401,
      ])
    })

    it("accepts statements only at /a2a/tasks and never together with an agent's signature", async () => {
      const url = await start(settings)
      const body = task(skill, text)
      const both = { ...statementOf(body), 'X-Svc-Signature': 'A'.repeat(86) }
      const statusOf = async (at: string, headers: Readonly<Record<string, string>>) => {
        const response = await post(url + at, headers, body)
        const { error } = (await response.json()) as { error?: { code: unknown } }
        return [response.status, error?.code]
      }
      expect(await statusOf('/a2a/tasks', both)).toEqual([401, 'unauthorized'])
      expect(await statusOf('/a2a/tasks', { 'X-Svc-Signature': 'A'.repeat(86) })).toEqual([
        503,
        'unavailable',
      ])
      const unreadable = (claims: string) => ({
        'X-Svc-Task': `${Buffer.from(claims).toString('base64url')}.${'A'.repeat(86)}`,
      })
      expect(await statusOf('/a2a/tasks', { 'X-Svc-Task': 'nonsense' })).toEqual([
        401,
        'unauthorized',
      ])
      expect(await statusOf('/a2a/tasks', unreadable('['.repeat(6000)))).toEqual([
        401,
        'unauthorized',
      ])
      expect(
        await statusOf(
          '/a2a/tasks',
          unreadable(
            JSON.stringify({ ...taskClaims(body, identity, Date.now()), workspace_id: '\ud800' }),
          ),
        ),
      ).toEqual([401, 'unauthorized'])
      expect(await statusOf('/a2a', statementOf(body))).toEqual([401, -32600])
      expect(await statusOf('/a2a/tasks', {})).toEqual([200, undefined])
    })

    it('reads at most 64 KiB of unsigned bodies, and more of forwarded ones', async () => {
      const url = await start(settings)
      const body = task(skill, ' '.repeat(65_536))
      expect((await post(`${url}/a2a/tasks`, {}, body)).status).toBe(413)
      expect((await post(`${url}/a2a/tasks`, statementOf(body), body)).status).toBe(200)
    })

    it('reads no request from the body of another one', async () => {
      const url = new URL(await start({}))
      const hidden = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'
      const chunked = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
      const statuses = async (request: string, header: string, body: string) => {
        const socket = connect(Number(url.port), url.hostname)
        socket.on('error', () => undefined)
        socket.end(`${request} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n${body}`)
        return (await textOf(socket)).match(/HTTP\/1\.1 \d+/g)
      }
      const length = `Content-Length: ${hidden.length}`
      expect(await statuses('GET /health', length, hidden)).toEqual(['HTTP/1.1 200'])
      const encoding = 'Transfer-Encoding: chunked'
      expect(await statuses('GET /health', encoding, chunked)).toEqual(['HTTP/1.1 200'])
      expect(await statuses('POST /a2a/tasks', encoding, chunked)).toEqual(['HTTP/1.1 400'])
      const two = `Content-Length: 0\r\n${length}`
      expect(await statuses('POST /a2a/tasks', two, hidden)).toEqual(['HTTP/1.1 400'])
    })

    it('refuses NaN, infinity and numbers that are too large for a double', async () => {
      const url = await start({})
      for (const id of ['NaN', '-Infinity', '1e999'])
        expect((await post(`${url}/a2a`, {}, `{"jsonrpc": "2.0", "id": ${id}}`)).status).toBe(400)
    })

    it('opens sessions only for clients whose id the contract allows', async () => {
      const url = await start({})
      const status = async (client_id: string) =>
        (await post(`${url}/svc/auth`, {}, JSON.stringify({ client_id }))).status
      expect(await status('x'.repeat(128))).toBe(200)
      for (const client_id of ['', 'x'.repeat(129), 'a b', 'a\n', '\u00e9'])
        expect(await status(client_id)).toBe(422)
    })

    it('does not start with incomplete settings or an invalid key', () => {
      const status = (more: Settings) =>
        spawnSync(program, [...args, '0'], { env: { ...process.env, ...more }, timeout: 10_000 })
          .status
      const { SVC_PLATFORM_KEY: _, ...half } = settings
      expect(status(half)).toBe(1)
      expect(status({ ...settings, SVC_PLATFORM_KEY: 'nonsense' })).toBe(1)
      expect(status({ ...settings, SVC_AGENT_KEY: 'nonsense' })).toBe(1)
    })

    it('signs its answers to forwarded tasks, completed and failed, so that its installation is attested', async () => {
      const agentCaller = httpAgentCaller({ http: true, allow: ['127.0.0.1'] })
      const clock = createClock()
      const platform = await startPlatform({}, { agentCaller, clock })
      onTestFinished(() => {
        agentCaller.close()
        platform.server.close()
      })
      const org = await platform.organization()
      const { api, workspace_id } = org
      const agent = agentIdentity()
      const port = await freePort()
      const upstream_url = `http://127.0.0.1:${port}/a2a/tasks`
      const { installation_id } = await install(platform, { ...org, now: clock.now }, agent, {
        upstream_url,
        capabilities: [skill, failing],
      })
      const { keys } = (await platform.as({}).get('/trust/jwks')).body as {
        keys: readonly { x: string }[]
      }
      const known = {
        SVC_ID: agent.svc_id,
        ...settingsOf({ ...identity, issuer: ISSUER, installation_id, upstream_url }, keys[0]!.x),
      }
      const routed = async (wanted: string) => {
        const { body } = await api.post('/a2a/route', {
          skill: wanted,
          message: text,
          context: { workspace_id },
        })
        return [body.status, body.error?.code, body.attested]
      }
      await start({ ...known, SVC_AGENT_KEY: agent.key_file }, port)
      expect((await api.get(`/installations/${installation_id}`)).body.attested_at).toBeUndefined()
      expect(await routed(skill)).toEqual(['completed', undefined, true])
      expect(await routed(failing)).toEqual(['failed', 'execution_error', true])
      expect((await api.get(`/installations/${installation_id}`)).body.attested_at).toEqual(
        expect.any(String),
      )
      // An unsigned request gets an unsigned answer.
      expect(
        (await post(upstream_url, {}, task(skill, text))).headers.get('X-Svc-Signature'),
      ).toBeNull()
    })
  })

it.skipIf(isToolMissing('python'))(
  'the Python example deletes expired sessions, and keeps at most MAX_SESSIONS',
  () => {
    const options = { cwd: path('examples/python'), encoding: 'utf8' } as const
    expect(execFileSync('python3', ['-B', '-c', PYTHON_SESSIONS], options).trim()).toBe('2 2 2')
  },
)

describe.skipIf(isToolMissing('go'))('the Go example', () => {
  beforeAll(buildGo, 180_000)

  it(
    'passes its own tests, which check that sessions expire and are limited in number',
    { timeout: 180_000 },
    () => {
      expect(execFileSync('go', ['test', '.'], { ...GO, encoding: 'utf8' })).toMatch(/^ok/)
    },
  )

  it('fails a task whose sum is too large for a number', async () => {
    const child = spawn(binary, ['0'], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => {
      child.kill()
    })
    const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const body = task('sum', '1e308 1e308')
    const response = await fetch(`${url}/a2a/tasks`, { method: 'POST', body })
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { status: 'failed', error: { code: 'execution_error', message: 'the sum is too large' } },
    ])
  })
})
