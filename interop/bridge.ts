import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '../src/agent/cli/main.ts'
import { serveAgent } from '../src/agent/index.ts'
import { startSandbox } from '../src/sandbox/sandbox.ts'
import { freePort } from '../test/kit/port.ts'
import type { RunningServer } from './servers/index.ts'

const ignore = (): void => undefined
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }
/** How long the platform waits for a task. */
const TIMEOUT_MS = 20_000

/** The outcome of a task that the platform routed. */
export interface Routed {
  readonly status: string
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: string }
  readonly agent: { readonly svc_id: string }
}

/** Starts the platform with which the bridges of all servers are registered. */
export async function startPlatform() {
  const { info, serving } = await startSandbox(0, 'silent')
  const { api_key, workspace_id, organization_id } = info.organizations.find(
    ({ plan }) => plan === 'enterprise',
  )!
  const request = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(info.base_url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'X-API-Key': api_key, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as T
  }
  return {
    env: {
      PATH: process.env['PATH'],
      SVC_PLATFORM_URL: info.base_url,
      SVC_API_KEY: api_key,
      SVC_WORKSPACE_ID: workspace_id,
      SVC_ORGANIZATION_ID: organization_id,
      SVC_ISSUER: info.issuer,
    },
    route: async (svc_id: string, skill: string, input: object) => {
      const context = { workspace_id }
      const target = { svc_id }
      const body = { skill, ...input, context, target, timeout_ms: TIMEOUT_MS }
      return request<Routed>('/a2a/route', body)
    },
    profile: (svc_id: string) =>
      request<Record<string, unknown>>(`/trust/profile/did:svc:${svc_id}`),
    stop: serving.stop,
  }
}
export type Platform = Awaited<ReturnType<typeof startPlatform>>

/** Bridges a server, as the manual says, and brings the bridge online on the platform. */
export async function startBridge({ env }: Platform, { target }: RunningServer) {
  const dir = mkdtempSync(join(tmpdir(), 'interop-bridge-'))
  const run = async (...argv: string[]): Promise<void> => {
    const lines: string[] = []
    const print = (text: string): void => void lines.push(text)
    const terminal = { env, program: 'svc-agent', interactive: false, print, printError: print }
    if ((await main(argv, terminal)) !== 0) throw new Error(lines.join('\n'))
  }
  const port = await freePort()
  await run('bridge', '--write-only', '--port', String(port), '--dir', dir, ...target)
  await run('register', '--dir', dir)
  await run('install', '--dir', dir)
  const serving = await serveAgent({ dir, skills: {}, logger: SILENT, owns_process: false })
  await serving.installation?.settled()
  const { svc_id } = serving.agent
  return {
    url: serving.url,
    svc_id,
    skills: serving.agent.capabilities,
    async stop() {
      await serving.stop()
      rmSync(dir, { recursive: true })
    },
  }
}
