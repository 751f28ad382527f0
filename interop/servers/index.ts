import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { installPythonPackages, resolvePackage } from '../install.ts'
import { CURRENT, LEGACY } from './dialects.ts'
import { serveA2a } from './javascript.ts'

/** A running third-party server. */
export interface RunningServer {
  /** What `svc-agent bridge` gets: an address, or a command. */
  readonly target: readonly string[]
  /** The address to which a task can be sent without a bridge; undefined for a command. */
  readonly rpc_url: string | undefined
  stop(): void
}

/** An agent or server that is served with a third-party library. */
export interface InteropServer {
  /** Package and version. */
  readonly name: string
  readonly protocol: string
  readonly language: 'javascript' | 'python'
  readonly kind: 'a2a' | 'mcp'
  start(): Promise<RunningServer>
}

/** Starts a program that prints its address in its first line. */
async function startProgram(command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { url, stop: () => void child.kill('SIGKILL') }
}

const javascript = (dialect: typeof CURRENT) => async (): Promise<RunningServer> => {
  const { url, stop } = await serveA2a(dialect)
  return { target: [url], rpc_url: `${url}/rpc`, stop }
}

const python = (version: string, script: string, path: string) => async () => {
  const program = installPythonPackages(version)
  const { url, stop } = await startProgram(program, [join(import.meta.dirname, script)])
  return { target: [url], rpc_url: url + path, stop }
}

const EVERYTHING = '@modelcontextprotocol/server-everything/dist/index.js'

/** The port of `server-everything`, which cannot choose a free one itself. */
const EVERYTHING_PORT = '39311'

async function everythingOverHttp(): Promise<RunningServer> {
  const args = [resolvePackage(EVERYTHING), 'streamableHttp']
  const env = { ...process.env, PORT: EVERYTHING_PORT }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  // Its first line says that it is listening.
  await once(createInterface({ input: child.stderr }), 'line')
  const url = `http://127.0.0.1:${EVERYTHING_PORT}/mcp`
  return { target: [url], rpc_url: url, stop: () => void child.kill('SIGKILL') }
}

const everythingAsCommand = async (): Promise<RunningServer> => ({
  target: ['--', process.execPath, resolvePackage(EVERYTHING), 'stdio'],
  rpc_url: undefined,
  stop: () => undefined,
})

export const SERVERS: readonly InteropServer[] = [
  {
    name: '@a2a-js/sdk 1.3.0',
    protocol: 'A2A 1.0',
    language: 'javascript',
    kind: 'a2a',
    start: javascript(CURRENT),
  },
  {
    name: '@a2a-js/sdk 0.3.14',
    protocol: 'A2A 0.3',
    language: 'javascript',
    kind: 'a2a',
    start: javascript(LEGACY),
  },
  {
    name: 'a2a-sdk 1.3.0',
    protocol: 'A2A 1.0',
    language: 'python',
    kind: 'a2a',
    start: python('1', 'python_1.py', '/rpc'),
  },
  {
    name: 'a2a-sdk 0.3.26',
    protocol: 'A2A 0.3',
    language: 'python',
    kind: 'a2a',
    start: python('0.3', 'python_0_3.py', '/'),
  },
  {
    name: 'server-everything 2026.8.31, command',
    protocol: 'MCP 2025-11-25',
    language: 'javascript',
    kind: 'mcp',
    start: everythingAsCommand,
  },
  {
    name: 'server-everything 2026.8.31, HTTP',
    protocol: 'MCP 2025-11-25',
    language: 'javascript',
    kind: 'mcp',
    start: everythingOverHttp,
  },
]
