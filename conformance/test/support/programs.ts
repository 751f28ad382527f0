import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { newFolder } from '../../../test/kit/folder.ts'

/** An agent that somebody wrote in a language of their own. */
export interface Program {
  readonly name: string
  /** What it takes beside Node. */
  readonly needs?: 'python' | 'go'
  readonly start: () => Promise<{ readonly url: string; readonly stop: () => void }>
}

const here = (file: string): string => join(import.meta.dirname, '../../../examples', file)

/** Starts a program and reads the address that it prints first. */
async function started(command: string, args: readonly string[]): ReturnType<Program['start']> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0' },
  })
  const told = await Promise.race([
    once(child.stdout, 'data') as Promise<[Buffer]>,
    once(child, 'exit').then(() => undefined),
  ])
  if (told === undefined) throw new Error(`${command} ended before it said where it is`)
  return { url: told[0].toString().trim(), stop: () => void child.kill() }
}

function goAgent(): string {
  const binary = join(newFolder('go-agent'), 'agent')
  execFileSync('go', ['build', '-o', binary, '.'], { cwd: here('go') })
  return binary
}

export const PROGRAMS: readonly Program[] = [
  {
    name: 'the example in TypeScript',
    start: () => started(process.execPath, [here('typescript/agent.ts')]),
  },
  {
    name: 'the example in Python',
    needs: 'python',
    start: () => started('python3', [here('python/agent.py'), '0']),
  },
  { name: 'the example in Go', needs: 'go', start: () => started(goAgent(), ['0']) },
]
