import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { newFolder } from '../../../test/kit/folder.ts'

/** An example agent in one of several languages. */
export interface Program {
  readonly name: string
  /** The tool that it needs besides Node. */
  readonly needs?: 'python' | 'go'
  readonly start: () => Promise<{ readonly url: string; readonly stop: () => void }>
}

const example = (file: string): string => join(import.meta.dirname, '../../../examples', file)

/** Starts a program and reads the address that it prints. */
async function start(command: string, args: readonly string[]): ReturnType<Program['start']> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0' },
  })
  // The suite sends many requests that the program refuses and logs, so its log is shown only if it fails.
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-10_000)
  })
  const output = await Promise.race([
    once(child.stdout, 'data') as Promise<[Buffer]>,
    once(child, 'close').then(() => undefined),
  ])
  if (output === undefined)
    throw new Error(`${command} exited before it printed its address:\n${log}`)
  return { url: output[0].toString().trim(), stop: () => void child.kill() }
}

function goAgent(): string {
  const binary = join(newFolder('go-agent'), 'agent')
  execFileSync('go', ['build', '-o', binary, '.'], { cwd: example('go') })
  return binary
}

export const PROGRAMS: readonly Program[] = [
  {
    name: 'the TypeScript example',
    start: () => start(process.execPath, [example('typescript/agent.ts')]),
  },
  {
    name: 'the Python example',
    needs: 'python',
    start: () => start('python3', [example('python/agent.py'), '0']),
  },
  { name: 'the Go example', needs: 'go', start: () => start(goAgent(), ['0']) },
]
