import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { FuzzSandboxInfo } from './platform.ts'

export interface RunningSandbox {
  readonly facts: FuzzSandboxInfo
  /** Returns what the server wrote to standard error. */
  readonly stderr: () => string
  readonly stop: () => Promise<void>
}

/** Starts `fuzz/platform.ts` of the sources in `root`. @throws Error if it exits before it is ready */
export async function startSandbox(root: string): Promise<RunningSandbox> {
  const child = spawn(process.execPath, [join(root, 'fuzz/platform.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const ready = await Promise.race([firstLine(child.stdout), ended.then(() => undefined)])
  if (ready === undefined) throw new Error(`The sandbox exited before it was ready: ${stderr}`)
  return {
    facts: JSON.parse(ready) as FuzzSandboxInfo,
    stderr: () => stderr,
    stop() {
      child.kill('SIGKILL')
      return ended
    },
  }
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface({ input: stream })) return line
  return undefined
}
