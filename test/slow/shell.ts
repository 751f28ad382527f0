import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../kit/folder.ts'

/** Returns the fenced blocks of a document in one language. */
export const blocksOf = (path: string, language = 'sh'): string[] =>
  [
    ...readFileSync(path, 'utf8').matchAll(
      new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'),
    ),
  ].map(([, text]) => text!.trim())

/** Creates a fresh checkout: the files that git tracks or would add, and the packages that `scripts/setup.mjs` would install. */
export function checkout(): string {
  const folder = newFolder('checkout')
  execFileSync('bash', [
    '-c',
    'git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d "" file; do [ -e "$file" ] && printf "%s\\0" "$file"; done | tar --null -T - -cf - | tar -xf - -C "$0"',
    folder,
  ])
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  return folder
}

export interface ShellOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** Opens a terminal for the commands of a document, in which programs keep running until it is closed. */
export function terminal(options: () => ShellOptions) {
  const started: ChildProcess[] = []
  return {
    /** Runs a command to completion and returns its output. @throws when it fails */
    run: (command: string): string =>
      execFileSync('bash', ['--norc', '-euc', command], {
        ...options(),
        encoding: 'utf8',
        timeout: 120_000,
      }),
    /** Starts a program that keeps running, and returns its output once it matches. */
    start: (command: string, ready: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const lines = command.split('\n')
        const last = lines.pop()!
        const child = spawn('bash', ['--norc', '-euc', [...lines, `exec ${last}`].join('\n')], {
          ...options(),
          detached: true,
        })
        started.push(child)
        let printed = ''
        const onData = (data: Buffer) => {
          printed += data
          if (ready.test(printed)) resolve(printed)
        }
        child.stdout.on('data', onData)
        child.stderr.on('data', onData)
        child.once('exit', () => reject(new Error(`${command} ended: ${printed}`)))
      }),
    /** Sends SIGTERM to one of the running programs, as `kill %JOB` does, and waits until it has exited. */
    end: (job: number) => terminate(started[job - 1]!),
    /** Sends SIGTERM to all running programs, and waits until they have exited. */
    async interrupt(): Promise<void> {
      await Promise.all(started.splice(0).map(terminate))
    },
  }
}

const terminate = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    try {
      process.kill(-child.pid!, 'SIGTERM')
    } catch {
      resolve()
    }
  })
