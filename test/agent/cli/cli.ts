import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { COMPILE_CACHE } from '../../kit/compiled.ts'
import { AGENT_MAIN } from '../../kit/programs.ts'
import { main } from '../../../src/agent/cli/main.ts'

type Environment = Readonly<Record<string, string>>

/** Runs a command in this process, and returns its output. */
export async function runCommand(argv: readonly string[], env: Environment = {}) {
  const out: string[] = []
  const err: string[] = []
  const code = await main(argv, {
    env,
    program: 'svc-agent',
    interactive: false,
    print: (text) => {
      out.push(text)
    },
    printError: (line) => {
      err.push(line)
    },
  })
  const text = out.join('\n')
  return {
    code,
    out: text,
    err: err.join('\n'),
    json: () => JSON.parse(text) as ReturnType<typeof JSON.parse>,
  }
}

/** Starts `svc-agent run --json` as a separate process in a folder, and waits until it is ready. */
export async function startAgent(dir: string, argv: readonly string[] = [], env: Environment = {}) {
  const child: ChildProcess = spawn(process.execPath, [AGENT_MAIN, 'run', '--json', ...argv], {
    cwd: dir,
    env: { ...COMPILE_CACHE, PATH: process.env['PATH'], SVC_LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const log: string[] = []
  createInterface({ input: child.stderr! }).on('line', (line) => log.push(line))
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  const first = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout! }).once('line', resolve)
  })
  const line = await Promise.race([
    first,
    ended.then((code) => {
      throw new Error(`run ended with ${code}: ${log.join(' ')}`)
    }),
  ])
  return {
    ready: JSON.parse(line) as {
      url: string
      svc_id: string
      skills: string[]
      capabilities: string[]
      mode: string
      reason: string
      installation_id: string | null
    },
    child,
    ended,
    log,
  }
}
