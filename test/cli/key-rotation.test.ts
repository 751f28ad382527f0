import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { processClock } from '../../src/agent/clock.ts'
import { createPlatformKeys, type PlatformKeys } from '../../src/agent/trust/platform-keys.ts'
import type { PublicJwk } from '../../src/domain/crypto/ed25519.ts'
import { sha256Hex } from '../../src/domain/crypto/hash.ts'
import { readStatement, type Purpose } from '../../src/domain/signatures/signature.ts'
import { until } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'
import { IS_COMPLETE, samples } from '../kit/samples.ts'
import { newDatabase } from '../postgres/database.ts'
import { client, newAgent, type TestResponse } from './client.ts'
import { runForJson, runRegistry, SLOW_TEST, startServe } from './process.ts'

/** How long requests go on after the new signing key has begun to sign. */
const AFTER_MS = 5_000
/**
 * How many times the master key is rotated during a rotation of the signing key: the smaller sample does not wait until the new one signs,
 * which takes a minute.
 */
const MASTER_ROTATIONS = samples(1, 3)
/** The minimum number of requests and statements for a run to be meaningful. */
const FEWEST = samples([40, 10], [500, 200])
const SKILL = 'work'

const closing: (() => unknown)[] = []
afterAll(() => closing.forEach((close) => close()))

type Client = ReturnType<typeof client>
interface Counts {
  requests: number
  failed: string[]
  statements: number
  refused: number
}

/** Repeats a step until `over` returns true. */
async function repeat(over: () => boolean, pause_ms: number, step: () => Promise<unknown>) {
  while (!over()) {
    await step()
    await delay(pause_ms)
  }
}

/** Starts an agent that verifies the statement of each task, and answers it. */
async function startTaskAgent(judge: (statement: string) => Promise<void>): Promise<string> {
  const server = createServer((req, res) => {
    let text = ''
    req
      .on('data', (chunk: Buffer) => (text += chunk.toString()))
      .on('end', () => {
        const { task_id } = JSON.parse(text) as { task_id: string }
        const result = { text: 'done' }
        const body = JSON.stringify({ task_id, status: 'completed', result, output: result })
        void judge(String(req.headers['x-svc-task'])).then(() =>
          res.writeHead(200, { 'content-type': 'application/json' }).end(body),
        )
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a2a/tasks`
}

/** The file of master keys, as a secret manager writes it. */
function keyFile(generate: () => Promise<string>) {
  const path = join(newFolder(), 'master-keys')
  const write = (keys: readonly string[]) => {
    writeFileSync(`${path}.new`, `${keys.join('\n')}\n`, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  const keys = () => readFileSync(path, 'utf8').trim().split('\n')
  return {
    path,
    create: async () => write([await generate()]),
    add: async () => write([await generate(), ...keys()]),
    removeOldest: () => write(keys().slice(0, -1)),
  }
}

/** Rotates the master key, retires the earlier one, and removes it from the file. */
async function rotateMaster(
  $: <T>(...args: string[]) => Promise<T>,
  file: ReturnType<typeof keyFile>,
): Promise<number> {
  await file.add()
  const { keys, resealed } = await $<{
    keys: readonly { id: string; state: string }[]
    resealed: number
  }>('key', 'rotate', '--master')
  await $('key', 'retire', keys.find(({ state }) => state === 'previous')!.id)
  file.removeOldest()
  return resealed
}

it(
  'T-12, T-15: rotating the signing key and the master key while two processes serve causes no refused statement and no failed request',
  SLOW_TEST,
  async () => {
    const file = keyFile(async () => (await runRegistry(['key', 'generate'])).stdout.trim())
    await file.create()
    const { address, create } = newDatabase()
    await create()
    const env = {
      SVC_MASTER_KEY_FILE: file.path,
      SVC_STORE: address,
      SVC_ISSUER: 'urn:test:rotation',
      SVC_OUTGOING_HTTP: 'true',
      SVC_OUTGOING_ALLOW: '127.0.0.1',
    }
    const processes = [await startServe(address, { env }), await startServe(address, { env })]
    const clients = processes.map(({ base_url }) => client(base_url))
    const $ = <T>(...args: string[]) => runForJson<T>(args, { env })
    const counts: Counts = { requests: 0, failed: [], statements: 0, refused: 0 }
    const counted = async (
      request: Promise<TestResponse>,
      isRight: (got: TestResponse) => boolean,
    ) => {
      const got = await request
      counts.requests += 1
      if (!isRight(got)) counts.failed.push(`${got.status} ${got.text.slice(0, 200)}`)
      return got
    }
    const isOk = ({ status }: TestResponse) => status === 200
    const jwks = async ({ get }: Client) =>
      (await counted(get('/trust/jwks'), isOk)).body['keys'] as PublicJwk[]
    // Each agent has keys of its own, which it fetches from the other process.
    const agents = clients.map((_, at) =>
      createPlatformKeys(() => jwks(clients[1 - at]!), processClock),
    )
    const judge = async (keys: PlatformKeys, purpose: Purpose, text: string) => {
      counts.statements += 1
      const verdict = await keys.verify(purpose, readStatement(text)!)
      if (verdict !== 'verified') counts.refused += 1
    }

    const { organization_id } = await $<{ organization_id: string }>(
      ...['org', 'create', '--name', 'Acme', '--plan', 'enterprise'],
    )
    const { api_key } = await $<{ api_key: string }>(
      ...['api-key', 'create', '--org', organization_id],
    )
    const { workspace_id } = (
      await clients[0]!.post(`/orgs/${organization_id}/workspaces`, api_key, { name: 'main' })
    ).body
    const agent = newAgent()
    await clients[0]!.post('/agents/register', api_key, agent.registration)
    const install = async ({ post }: Client, details: object) => {
      const made = await post(`/workspaces/${workspace_id}/install-tokens`, api_key, {
        agent_id: agent.svc_id,
      })
      const install_token = made.body['token'] as string
      const { body } = await post('/installations/bootstrap', '', { install_token, ...details })
      return body as { installation_id: string; runtime_token: string }
    }
    const upstream_url = await startTaskAgent((text) => judge(agents[0]!, 'task', text))
    const installed = await Promise.all(
      clients.map((one) =>
        install(one, { capabilities: [SKILL], upstream_url, heartbeat_interval_seconds: 5 }),
      ),
    )

    const vouch = async ({ post }: Client): Promise<string | undefined> => {
      const request = { svc_id: agent.svc_id, request_body_hash: sha256Hex('hello') }
      const got = await counted(post('/trust/headers', api_key, request), isOk)
      return got.body['headers']?.['X-Svc-Vouch'] as string | undefined
    }
    const verify = ({ post }: Client) => {
      const timestamp = new Date().toISOString()
      const signed = agent.trust({ workspace_id, nonce: randomUUID(), timestamp })
      return counted(post('/trust/verify', api_key, signed), (got) => got.body['valid'] === true)
    }
    const heartbeat = ({ post }: Client, at: number) => {
      const { installation_id, runtime_token } = installed[at]!
      const path = `/installations/${installation_id}/lease`
      return counted(post(path, runtime_token, { status: 'running' }), isOk)
    }
    const task = ({ post }: Client) =>
      counted(
        post('/a2a/route', api_key, { skill: SKILL, message: 'x', context: { workspace_id } }),
        (got) => got.body['status'] === 'completed',
      )

    let over = false
    const every = (pause_ms: number, step: () => Promise<unknown>) =>
      repeat(() => over, pause_ms, step)
    const work = clients.flatMap((one, at) => [
      every(400, async () => {
        const statement = await vouch(one)
        if (statement !== undefined) await judge(agents[at]!, 'vouch', statement)
      }),
      every(400, () => verify(one)),
      every(400, () => task(one)),
      every(2_500, () => heartbeat(one, at)),
      every(500, () => jwks(one)),
    ])
    await delay(1_000)
    const { keys } = await $<{ keys: readonly { retired_at: string | null }[] }>(
      ...['key', 'rotate', '--signing', '--overlap', '1m'],
    )
    const resealed: number[] = []
    for (let times = 0; times < MASTER_ROTATIONS; times += 1)
      resealed.push(await rotateMaster($, file))
    if (IS_COMPLETE) {
      await delay(Math.max(0, Date.parse(keys[0]!.retired_at!) + AFTER_MS - Date.now()))
      resealed.push(await rotateMaster($, file))
    }
    await until(
      () => counts.requests > FEWEST[0]! && counts.statements > FEWEST[1]!,
      'the load has stopped',
    )
    over = true
    await Promise.all(work)

    const { requests, failed, statements, refused } = counts
    expect({ failed, refused }).toEqual({ failed: [], refused: 0 })
    expect(resealed).toEqual(Array(samples(1, 4)).fill(3))
    const [next, old] = await jwks(clients[0]!)
    const verifiedBy = async (jwk: PublicJwk) =>
      createPlatformKeys(async () => [jwk], processClock).verify(
        'vouch',
        readStatement((await vouch(clients[1]!))!)!,
      )
    expect([await verifiedBy(next!), await verifiedBy(old!)]).toEqual(
      samples(['wrong', 'verified'], ['verified', 'wrong']),
    )
    for (const { stop, output } of processes) {
      expect((await stop()).code).toBe(0)
      expect(output.stderr).not.toMatch(/"level":(50|60)/)
    }
    console.log(JSON.stringify({ requests, statements, refused, failed: failed.length, resealed }))
  },
)
