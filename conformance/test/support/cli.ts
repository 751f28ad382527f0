import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../../../test/kit/folder.ts'
import { run } from '../../src/cli/run.ts'
import type { Report } from '../../src/report/data.ts'
import { referenceAgent } from '../agent/reference.ts'
import { serve, type Handler, type ServedHandler } from './handler.ts'
import { mapJson } from './mutants.ts'

let created: string | undefined
/** Returns the folder of the current test file. Files share this module, and the folder of an earlier one has been removed. */
const folder = (): string => {
  if (created === undefined || !existsSync(created)) created = newFolder('conformance')
  return created
}

/** Returns the path of a temporary file, and writes the content if there is one. */
export function file(name: string, content?: unknown): string {
  const path = join(folder(), name)
  if (content !== undefined)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
export const read = (name: string): string => readFileSync(join(folder(), name), 'utf8')
export const readReport = (name: string): Report => JSON.parse(read(name)) as Report

export interface CommandOutput {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command in this process and returns its exit code and output. */
export async function command(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
  isTTY = false,
): Promise<CommandOutput> {
  const output = { out: '', err: '' }
  const stream = (name: 'out' | 'err') => ({
    write: (chunk: string | Uint8Array) => ((output[name] += String(chunk)), true),
  })
  const code = await run(argv, { env, stdout: { ...stream('out'), isTTY }, stderr: stream('err') })
  return { code, ...output }
}

/** Adapts an agent to HTTP: its times are real, and its card contains the real address. */
export function overHttp(handler: Handler): Handler {
  const agent = mapJson(handler, '/svc/auth', (body) =>
    'expires_at' in body
      ? { ...body, expires_at: new Date(Date.now() + 60_000).toISOString() }
      : body,
  )
  return (request) => {
    const response = agent(request)
    return typeof response === 'string'
      ? response
      : {
          ...response,
          headers: { ...response.headers, Date: new Date().toUTCString() },
          body: response.body.replace('http://target.test', `http://${request.headers['host']}`),
        }
  }
}

export const serveConforming = (): Promise<ServedHandler> => serve(overHttp(referenceAgent()))

/** Serves an agent that violates TASK-15 and nothing else. */
export const serveFaulty = (): Promise<ServedHandler> =>
  serve(
    overHttp(
      mapJson(referenceAgent(), '/a2a/tasks', (body, _, response) =>
        response.status === 200 ? { ...body, output: {} } : body,
      ),
    ),
  )
