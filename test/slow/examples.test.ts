import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { httpAgentCaller } from '../../src/ports/agent-caller.ts'
import { install } from '../http/agents.ts'
import { startPlatform } from '../http/platform.ts'

const started: ChildProcess[] = []
afterAll(() => { for (const child of started) child.kill() })

/** Starts an agent and returns the address it prints first. */
function startAgent(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  return new Promise((resolve, reject) => {
    child.stdout!.once('data', (line: Buffer) => resolve(line.toString().trim()))
    child.once('exit', () => reject(new Error(`${command} ended`)))
  })
}

function goAgent(): string {
  const binary = join(mkdtempSync(join(tmpdir(), 'go-agent-')), 'agent')
  execFileSync('go', ['build', '-o', binary, '.'], { cwd: 'examples/go' })
  return binary
}

const has = (command: string, ...version: string[]): boolean => spawnSync(command, version).status === 0
const EXAMPLES = [
  { language: 'Python', there: has('python3', '--version'), start: () => startAgent('python3', ['examples/python/agent.py', '0']), skill: 'word_count', result: { words: 3 } },
  { language: 'Go', there: has('go', 'version'), start: () => startAgent(goAgent(), ['0']), skill: 'sum', result: { sum: 6 } },
] as const

describe('the agents without our library, asked by the platform', () => {
  // A language that is not on the machine is skipped, never passed.
  for (const example of EXAMPLES) it.skipIf(!example.there)(`a task reaches the agent in ${example.language} by the name of its skill`, async () => {
    const url = await example.start()
    const agentCaller = httpAgentCaller({ http: true, allow: ['127.0.0.1'] })
    const platform = await startPlatform({}, { agentCaller })
    const org = await platform.organization()
    await install(platform, org, undefined, { upstream_url: `${url}/a2a/tasks`, capabilities: [example.skill] })
    const routed = await org.api.post('/a2a/route', { skill: example.skill, message: '1 2 3', context: { workspace_id: org.workspace_id } })
    expect(routed.body).toMatchObject({ status: 'completed', result: example.result, output: example.result })
    agentCaller.close()
  })
})
