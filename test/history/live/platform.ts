import type { AddressInfo } from 'node:net'
import { createClock } from '../../../src/system.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { createStore } from '../../../src/store/store.ts'
import { verifyStoredChain } from '../../../src/store/long-reads/verify-chain.ts'
import { randomSource } from '../../../src/system.ts'
import type { Database } from '../../../src/store/database.ts'
import type { Request, Response } from '../recorder/protocol.ts'
import type { Replica } from '../simulation/replica.ts'
import { createTenant, createPeople } from '../simulation/tenant.ts'
import type { LivePlatform } from './live.ts'

const START = Date.parse('2026-03-01T12:00:00.000Z')

/**
 * Starts several processes of the platform on one real store with a shared test clock. On SQL stores, each process has its own connection.
 * @param over `sockets` sends requests through HTTP servers, `calls` directly to the dispatchers
 */
export async function startLive(
  address: string,
  replicas: readonly Replica[],
  over: 'sockets' | 'calls',
  open: () => Promise<Database> = () => openDatabase(address, { clock: 'caller' }),
) {
  const first = await open()
  const shares = /^(memory|json):/.test(address)
  const databases = await Promise.all(
    replicas.map((_, at) => (at === 0 || shares ? first : open())),
  )
  const clock = createClock(() => START)
  const random = randomSource()
  for (const [at, replica] of replicas.entries())
    replica.reset({ database: databases[at]!, clock, random })
  const servers =
    over === 'calls'
      ? []
      : await Promise.all(replicas.map(({ app: { server } }) => listening(server)))
  let turn = 0
  const ask = async (request: Request): Promise<Response> => {
    const at = (turn += 1) % replicas.length
    return over === 'calls'
      ? replicas[at]!.handle(request, '192.0.2.1')
      : overHttp(servers[at]!, request)
  }
  const store = createStore(first)
  const { app } = replicas[0]!
  const live: LivePlatform = {
    clock,
    sendRequest: ask,
    createTenant: (agents) =>
      createTenant(store, app.jobs.platformContext, app.services.signer, agents),
    createPeople: (name) => createPeople(first, store, app.jobs.platformContext, name),
  }

  return {
    live,
    async brokenChains(): Promise<string[]> {
      const reports = await Promise.all(
        (await store.listChains({})).map(({ chain }) =>
          verifyStoredChain(store, chain, () => true),
        ),
      )
      return reports
        .filter(({ intact }) => !intact)
        .map(({ chain, broken }) => `I-15: ${chain} is broken: ${JSON.stringify(broken)}`)
    },
    async close(): Promise<void> {
      if (over === 'sockets')
        for (const {
          app: { server },
        } of replicas)
          server.close().closeAllConnections()
      for (const database of new Set(databases)) await database.close()
    },
  }
}

const listening = (server: Replica['app']['server']): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`),
    )
  })

/** Sends a request over HTTP. A broken connection counts as an unavailable platform. */
async function overHttp(base: string, { method, path, headers, body }: Request): Promise<Response> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(base + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...init,
  }).catch(() => undefined)
  return response
    ? {
        status: response.status,
        body: JSON.parse((await response.text()) || '{}') as Response['body'],
      }
    : { status: 503, body: {} }
}
