import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { callContext } from '../kit/context.ts'
import type { Database } from '../../src/store/database.ts'
import { createStore } from '../../src/store/store.ts'
import { runRegistry, startServe } from '../cli/process.ts'
import { eachStore } from '../store/stores.ts'
import { runClients, type AcknowledgedWrite, type Platform } from './clients.ts'
import { contradictions } from './acknowledged-writes.ts'
import { until } from '../kit/bounds.ts'
import { killPlan } from '../kit/kills.ts'

const LONGEST_MS = 1500
const HOME = { organization_id: 'org_kill', workspace_id: 'ws_kill', agent_id: 'agent-kill' }
const context = () => callContext({ actor: { type: 'operator', id: 'test', ip: null } })

/** Creates one tenant, with enough keys to stay within the rate limit. */
async function createTenant(open: () => Promise<Database>, clients: number): Promise<string[]> {
  const store = createStore(await open())
  const { organization_id, workspace_id, agent_id } = HOME
  const signer = {
    issuer: 'https://registry.test',
    sign: () => ({ key_id: 'none', signature: '' }),
    isOwn: () => true,
  }
  await store.createOrganization(context(), { organization_id, name: 'kill', plan: 'enterprise' })
  await store.createWorkspace(context(), {
    reach: { organizations: [organization_id], workspace_id: null },
    organization_id,
    workspace_id,
    name: 'kill',
    signer,
  })
  await store.registerAgent(context(), {
    svc_id: agent_id,
    organization_id,
    name: 'a',
    version: '1',
    public_key: '',
    manifest_hash: '',
    key_sound: true,
    proven: false,
    private: false,
    details: {},
  })
  const keys = await Promise.all(
    Array.from({ length: clients }, () =>
      store.createApiKey(context(), { organization_id, name: 'client' }),
    ),
  )
  await store.close()
  return keys.flatMap((made) => (made.kind === 'created' ? [made.token] : []))
}

/** The platform over HTTP. Its functions throw if the connection breaks or a response is unexpected. */
function overHttp(base_url: string, keys: readonly string[]): Platform {
  let turn = 0
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(base_url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<never>
  }
  const key = () => ({ 'X-API-Key': keys[(turn += 1) % keys.length]! })
  return {
    createInstallToken: async () =>
      (
        (await post(
          `/workspaces/${HOME.workspace_id}/install-tokens`,
          { agent_id: HOME.agent_id },
          key(),
        )) as { token: string }
      ).token,
    bootstrap: (install_token) => post('/installations/bootstrap', { install_token }),
    lease: (id, token) =>
      post(
        `/installations/${id}/lease`,
        { status: 'running' },
        { Authorization: `Bearer ${token}` },
      ),
    refresh: (id, refresh_token) => post(`/installations/${id}/refresh`, { refresh_token }),
    revoke: async (id) =>
      ((await post(`/installations/${id}/revoke`, {}, key())) as { status: string }).status ===
      'revoked',
  }
}

const kindsOf = (writes: readonly AcknowledgedWrite[]): ReadonlySet<string> =>
  new Set(writes.map(({ kind }) => kind))

eachStore(
  (location, kind) => {
    const { clients, kills } = killPlan(kind, 'http')
    it(`a platform that is killed while ${clients} clients work loses no acknowledged write, and audit verify passes (kills: ${kills})`, async () => {
      const at = location()
      const keys = await createTenant(at.open, clients)
      const writes: AcknowledgedWrite[] = []
      for (let kill = 0; kill < kills; kill += 1) {
        const served = await startServe(at.address, {
          env: {
            SVC_LOG_LEVEL: 'error',
            ...(kind === 'postgres' && { SVC_MASTER_KEY: '07'.repeat(32) }),
          },
        })
        const ended: Error[] = []
        const working = runClients(overHttp(served.base_url, keys), clients, (write) =>
          writes.push(write),
        ).catch((cause: Error) => {
          ended.push(cause)
        })
        await sleep(200 + LONGEST_MS * Math.random())
        // The last run continues until every kind of write has been acknowledged, however slow the machine is.
        while (kill === kills - 1 && kindsOf(writes).size < 5 && ended.length === 0) {
          const before = writes.length
          await until(
            () => writes.length > before || ended.length > 0,
            'no further write was acknowledged',
          )
        }
        expect(ended).toEqual([])
        await served.stop('SIGKILL')
        await working
        const database = await at.open()
        expect(await contradictions(writes, database)).toEqual([])
        await database.close()
      }
      const verified = await runRegistry(['audit', 'verify', '--store', at.address])
      expect(verified.code, verified.stderr).toBe(0)
      console.log(
        `${kind} over HTTP: ${writes.length} acknowledged writes across ${kills} kills, none lost; ${verified.stdout.trim().split('\n').at(-1)}`,
      )
      expect(kindsOf(writes).size).toBe(5)
    })
  },
  ['json', 'sqlite', 'postgres'],
)
