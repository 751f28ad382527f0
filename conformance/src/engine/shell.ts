import { spawn } from 'node:child_process'

/** Runs a command of the user's and gives what it printed; undefined when it ended with another code than 0, or not in time. */
export type Shell = (command: string, variables: Readonly<Record<string, string>>, limit_ms: number) => Promise<string | undefined>

export const nodeShell: Shell = (command, variables, limit_ms) =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...variables }, timeout: limit_ms })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', () => resolve(undefined))
    child.once('close', (code) => resolve(code === 0 ? Buffer.concat(chunks).toString('utf8') : undefined))
  })
