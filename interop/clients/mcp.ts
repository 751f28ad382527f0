import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { resolvePackage } from '../install.ts'
import type { McpObservations } from '../mcp-observations.ts'
import { observeWithClient, observeWithSdk } from './mcp-javascript.ts'
import { observeWith } from './python.ts'

/** A third-party MCP client. */
export interface McpClient {
  /** Package and version. */
  readonly name: string
  readonly protocol: string
  readonly language: 'javascript' | 'python'
  observe(url: string): Promise<Partial<McpObservations>>
}

const TIME_LIMIT_MS = 60_000
const INSPECTOR = '@modelcontextprotocol/inspector/clients/launcher/build/index.js'
const CONFORMANCE = '@modelcontextprotocol/conformance/dist/index.js'

/** Runs a program for Node. */
async function runProgram(...args: readonly string[]): Promise<string> {
  // The inspector keeps a list of servers. The user's own list must be neither used nor changed.
  const env = { ...process.env, MCP_CATALOG_PATH: resolvePackage('inspector.json') }
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    timeout: TIME_LIMIT_MS,
    env,
  })
  return stdout
}

interface Called {
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent?: unknown
}

/** Observes an agent with the command line of the inspector, which reports neither the name of the server nor error codes. */
async function observeWithInspector(url: string): Promise<Partial<McpObservations>> {
  const inspect = async (...args: string[]): Promise<unknown> =>
    JSON.parse(
      await runProgram(resolvePackage(INSPECTOR), '--cli', `${url}/mcp`, '--method', ...args),
    )
  const { tools } = (await inspect('tools/list')) as { tools: { name: string }[] }
  const call = ['tools/call', '--tool-name']
  const sent = (await inspect(...call, 'reverse', '--tool-arg', 'text=abc')) as Called
  const data = (await inspect(...call, 'sum', '--tool-arg', 'numbers=[1,2,3]')) as Called
  return {
    tools: tools.map(({ name }) => name),
    sent: { text: sent.content[0]?.text ?? '', data: sent.structuredContent },
    data: data.structuredContent,
  }
}

/** The scenarios of the official suite for a server that has tools only. The others call tools of the suite's own server. */
export const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

/** Runs the official suite, and returns the scenarios that have a failure. */
export async function failedScenarios(url: string): Promise<string[]> {
  const failed: string[] = []
  for (const scenario of SCENARIOS) {
    const suite = [resolvePackage(CONFORMANCE), 'server', '--url', `${url}/mcp`]
    const output = await runProgram(...suite, '--scenario', scenario).catch(String)
    if (!/Passed: [1-9]\d*\/\d+, 0 failed/.test(output)) failed.push(scenario)
  }
  return failed
}

export const MCP_CLIENTS: readonly McpClient[] = [
  {
    name: '@modelcontextprotocol/client 2.4.0',
    protocol: 'MCP 2026-07-28',
    language: 'javascript',
    observe: observeWithClient('auto'),
  },
  {
    name: '@modelcontextprotocol/client 2.4.0',
    protocol: 'MCP 2025-11-25',
    language: 'javascript',
    observe: observeWithClient('legacy'),
  },
  {
    name: '@modelcontextprotocol/sdk 1.32.2',
    protocol: 'MCP 2025-11-25',
    language: 'javascript',
    observe: observeWithSdk,
  },
  {
    name: '@modelcontextprotocol/inspector 2.12.0 --cli',
    protocol: 'MCP',
    language: 'javascript',
    observe: observeWithInspector,
  },
  {
    name: 'mcp 2.3.0',
    protocol: 'MCP',
    language: 'python',
    observe: observeWith('mcp', 'mcp_python.py'),
  },
  {
    name: 'mcp 1.22.0',
    protocol: 'MCP 2025-06-18',
    language: 'python',
    observe: observeWith('mcp-1', 'mcp_python_1.py'),
  },
]
