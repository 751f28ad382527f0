import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isToolMissing } from '../kit/tools.ts'
import { httpAgentCaller } from '../../src/ports/agent-caller.ts'
import { install } from '../http/agents.ts'
import { startPlatform } from '../http/platform.ts'
import { startSandbox } from '../../src/sandbox/sandbox.ts'
import { runCommand } from '../agent/cli/cli.ts'
import { freePort } from '../kit/port.ts'
import { atMost } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'

const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) child.kill()
})

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
  const binary = join(newFolder('go-agent'), 'agent')
  execFileSync('go', ['build', '-o', binary, '.'], { cwd: 'examples/go' })
  return binary
}

const EXAMPLES = [
  {
    language: 'Python',
    needs: 'python',
    start: () => startAgent('python3', ['examples/python/agent.py', '0']),
    skill: 'word_count',
    result: { words: 3 },
  },
  {
    language: 'Go',
    needs: 'go',
    start: () => startAgent(goAgent(), ['0']),
    skill: 'sum',
    result: { sum: 6 },
  },
] as const

describe('the agents without our library, called by the platform', () => {
  for (const example of EXAMPLES)
    it.skipIf(isToolMissing(example.needs))(
      `a task reaches the agent in ${example.language} by the name of its skill`,
      async () => {
        const url = await example.start()
        const agentCaller = httpAgentCaller({ http: true, allow: ['127.0.0.1'] })
        const platform = await startPlatform({}, { agentCaller })
        const org = await platform.organization()
        await install(platform, org, undefined, {
          upstream_url: `${url}/a2a/tasks`,
          capabilities: [example.skill],
        })
        const routed = await org.api.post('/a2a/route', {
          skill: example.skill,
          message: '1 2 3',
          context: { workspace_id: org.workspace_id },
        })
        expect(routed.body).toMatchObject({
          status: 'completed',
          result: example.result,
          output: example.result,
        })
        agentCaller.close()
      },
    )
})

describe('the agent in TypeScript', () => {
  it('is brought online by the runtime, runs a task for its skill, and reports that it has stopped', async () => {
    const { info, serving } = await startSandbox(0, 'silent')
    const { api_key, workspace_id, organization_id } = info.organizations.find(
      ({ plan }) => plan === 'enterprise',
    )!
    const env = {
      SVC_PLATFORM_URL: info.base_url,
      SVC_API_KEY: api_key,
      SVC_WORKSPACE_ID: workspace_id,
      SVC_ORGANIZATION_ID: organization_id,
      SVC_ISSUER: info.issuer,
    }
    const ask = async (path: string, body?: object) => {
      const response = await fetch(info.base_url + path, {
        method: body ? 'POST' : 'GET',
        headers: { 'X-API-Key': api_key, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return response.json() as Promise<Record<string, unknown>>
    }
    const tree = newFolder('ts-agent')
    const dir = join(tree, 'examples')
    cpSync('examples/typescript', dir, { recursive: true })
    mkdirSync(join(tree, 'node_modules'))
    symlinkSync(join(process.cwd(), 'packages/agent'), join(tree, 'node_modules/svc-agent'))
    writeFileSync(
      join(dir, 'svc.yml'),
      readFileSync(join(dir, 'svc.yml'), 'utf8').replace(':8090', `:${await freePort()}`),
    )
    for (const command of [['init', '--key-only'], ['register'], ['install']])
      expect((await runCommand([...command, '--dir', dir], env)).err).toBe('')

    const url = await startAgent(process.execPath, [join(dir, 'agent.ts')])
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok' })
    const routed = async () =>
      ask('/a2a/route', {
        skill: 'count_words',
        message: 'one two three',
        context: { workspace_id },
      })
    let answer = await routed()
    for (const _ of atMost(10_000, 'the agent is not found by its skill')) {
      if (answer['code'] !== 'NO_AGENT_FOR_SKILL') break
      answer = await routed()
    }
    expect(answer).toMatchObject({ status: 'completed', result: { words: 3 } })

    const child = started.at(-1)!
    child.kill('SIGTERM')
    expect(
      await new Promise((resolve) => {
        child.once('exit', resolve)
      }),
    ).toBe(0)
    expect(await ask(`/workspaces/${workspace_id}/installations?health=stopped`)).toMatchObject({
      items: [{ agent_id: (answer['agent'] as { svc_id: string }).svc_id }],
    })
    await serving.stop()
  })
})
