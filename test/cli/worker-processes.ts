import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { expect } from 'vitest'
import { until } from '../kit/bounds.ts'
import { newDatabase } from '../postgres/database.ts'
import { runForJson, startServe } from './process.ts'

export const KEY = { SVC_MASTER_KEY: 'ab'.repeat(32) }
export const WORKERS = 2

/** Starts a platform with two workers, or with `count` if `extra` sets that number, and an organization with an API key. */
export async function startWorkers(extra: Record<string, string> = {}, count = WORKERS) {
  const { address, create } = newDatabase()
  await create()
  const env = { ...KEY, SVC_STORE: address, SVC_WORKERS: String(WORKERS), ...extra }
  const running = await startServe(address, { env })
  const { organization_id } = await runForJson<{ organization_id: string }>(
    ['org', 'create', '--name', 'Acme', '--plan', 'enterprise'],
    { env },
  )
  const { api_key } = await runForJson<{ api_key: string }>(
    ['api-key', 'create', '--org', organization_id],
    { env },
  )
  const supervisor = running.child.pid!
  const workers = () => childrenOf(supervisor)
  await until(
    () => running.output.stderr.includes('the workers have started'),
    'the workers did not start',
  )
  expect(workers()).toHaveLength(count)
  const url = `${running.base_url}/orgs/${organization_id}/workspaces`
  return { ...running, url, api_key, workers }
}

export const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)

export const isAlive = (pid: number): boolean => {
  try {
    // A process that has ended but has not been reaped is a zombie.
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Sends one request. Resolves with its status, or with the code of the error. */
export const send = (url: string, api_key: string, agent: Agent): Promise<number | string> =>
  new Promise((resolve) => {
    request(url, { agent, headers: { 'X-API-Key': api_key } }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode!))
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end()
  })

/** Starts clients that send one request after another, half of them on a persistent connection, and counts the results. */
export function startClients(clients: number, url: string, api_key: string) {
  const results = new Map<number | string, number>()
  let stopped = false
  const client = async (number: number) => {
    const agent = new Agent({ keepAlive: number % 2 === 0, maxSockets: 1 })
    while (!stopped) {
      const result = await send(url, api_key, agent)
      results.set(result, (results.get(result) ?? 0) + 1)
    }
    agent.destroy()
  }
  const running = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return {
    count: () => [...results.values()].reduce((sum, count) => sum + count, 0),
    async stop() {
      stopped = true
      await running
      return Object.fromEntries(results)
    },
  }
}
