import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'
import { newAgent } from './client.ts'
import { SLOW_TEST, startServe } from './process.ts'
import { newFolder } from '../kit/folder.ts'

const CLIENTS = 20
const BEFORE_SIGNAL = 200

/** The result of one registration: its status, or why there was no response. */
interface RegistrationResult {
  readonly svc_id: string
  readonly status?: number
  readonly error?: string
}

function register(base_url: string, key: string, keepAlive: Agent): Promise<RegistrationResult> {
  const { svc_id, registration } = newAgent()
  return new Promise((resolve) => {
    const outgoing = request(`${base_url}/agents/register`, {
      method: 'POST',
      agent: keepAlive,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    })
    outgoing.on('response', (response) => {
      response.resume()
      response
        .on('end', () => resolve({ svc_id, status: response.statusCode! }))
        .on('error', () => resolve({ svc_id, error: 'the response was cut off' }))
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ svc_id, error: error.code ?? error.message }),
    )
    outgoing.end(JSON.stringify(registration))
  })
}

/** Returns which of these agents the store contains after the shutdown. */
async function registered(address: string, svc_ids: readonly string[]): Promise<Set<string>> {
  const store = createStore(await openDatabase(address))
  const {
    items: [organization],
  } = { items: await store.listOrganizations({}) }
  const reach = { organizations: [organization!.organization_id], workspace_id: null }
  const found = await Promise.all(svc_ids.map((svc_id) => store.findAgent({ svc_id, reach })))
  await store.close()
  return new Set(found.flatMap((known) => known?.svc_id ?? []))
}

describe.each(['sqlite', 'json'] as const)(
  'I-38: a server on %s that is asked to stop under load',
  SLOW_TEST,
  (kind) => {
    it('completes every accepted request, refuses the others unread, and keeps acknowledged writes', async () => {
      const path = join(newFolder(), 'store')
      const { base_url, stop } = await startServe(`${kind}:${path}`, {
        env: { SVC_LOG_LEVEL: 'warn' },
      })
      const key = readFileSync(`${path}.first-key`, 'utf8').trim()

      const results: RegistrationResult[] = []
      let stopped: Promise<{ code: number | null }> | undefined
      const sendUntilRefused = async (number: number) => {
        const connections = new Agent({ keepAlive: number % 2 === 0 })
        for (let refused = false; !refused;) {
          const result = await register(base_url, key, connections)
          results.push(result)
          refused = result.error !== undefined
          if (results.length >= BEFORE_SIGNAL) stopped ??= stop('SIGTERM')
        }
        connections.destroy()
      }
      await Promise.all(Array.from({ length: CLIENTS }, (_, number) => sendUntilRefused(number)))

      expect((await stopped!).code).toBe(0)
      const acknowledged = results
        .filter(({ status }) => status === 201)
        .map(({ svc_id }) => svc_id)
      expect(acknowledged.length).toBeGreaterThan(BEFORE_SIGNAL / 2)
      expect(results.filter(({ status, error }) => status !== 201 && error === undefined)).toEqual(
        [],
      )
      // A connection may be refused, or closed before its request was read, but not in the middle of a response.
      expect(
        results.filter(
          ({ error }) =>
            error !== undefined && !['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(error),
        ),
      ).toEqual([])
      expect(
        await registered(
          `${kind}:${path}`,
          results.map(({ svc_id }) => svc_id),
        ),
      ).toEqual(new Set(acknowledged))
    })

    it('completes a request whose body was still being received', async () => {
      const path = join(newFolder(), 'store')
      const { base_url, output, stop } = await startServe(`${kind}:${path}`)
      const key = readFileSync(`${path}.first-key`, 'utf8').trim()
      const { svc_id, registration } = newAgent()
      const body = JSON.stringify(registration)
      const { hostname, port } = new URL(base_url)
      const socket = connect(Number(port), hostname)
      socket.write(
        `POST /api/v1/agents/register HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 40)}`,
      )
      await new Promise((resolve) => setTimeout(resolve, 300))
      const stopped = stop('SIGTERM')
      await expect.poll(() => output.stderr).toContain('stopping')
      let response = ''
      socket.on('data', (text) => {
        response += String(text)
      })
      socket.write(body.slice(40))
      await once(socket, 'close')
      expect(response).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
      expect(response).toMatch(/\r\nConnection: close\r\n/i)
      expect((await stopped).code).toBe(0)
      expect(await registered(`${kind}:${path}`, [svc_id])).toEqual(new Set([svc_id]))
    })
  },
)
