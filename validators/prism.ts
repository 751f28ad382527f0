import { spawn, type ChildProcess } from 'node:child_process'
import { forwardTo, serve, type HttpResponse } from './http.ts'
import { installedPath } from './install.ts'
import type { Validator } from './validator.ts'

const PRISM = ['@stoplight', 'prism-cli', 'dist', 'index.js']
const LISTENING = /Prism is listening on (http:\/\/[\d.]+:\d+)/
/** The platform itself returns errors as `application/json`. */
const PROBLEM = 'application/problem+json'

/** `prism proxy DOCUMENT URL --errors`, behind a proxy that reads what it reports. */
export const prism: Validator = {
  name: '@stoplight/prism-cli',
  query: '',
  async start({ base_url, document_url }) {
    const child = spawn(
      process.execPath,
      [
        installedPath(...PRISM),
        ...['proxy', document_url, base_url, '--errors'],
        ...['--host', '127.0.0.1', '--port', '0'],
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
    )
    const violations: string[] = []
    const forward = forwardTo(await listening(child))
    const { origin, stop } = await serve(async (received) => {
      const response = await forward(received)
      const fault = faultOf(response)
      if (fault !== undefined) violations.push(`${received.method} ${received.target}: ${fault}`)
      return response
    })
    return {
      base_url: origin,
      violations,
      stop: async () => {
        stop()
        await ended(child)
      },
    }
  },
}

/** Returns what Prism reports: a problem of its own instead of the response, or a header in the response. */
function faultOf({ headers, body }: HttpResponse): string | undefined {
  if (headers['content-type']?.startsWith(PROBLEM)) return body.toString()
  const reported = headers['sl-violations']
  return reported === undefined ? undefined : String(reported)
}

/** Resolves with the address at which Prism listens. @throws Error with its output if it exits before that */
const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream!.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const origin = LISTENING.exec(printed)?.[1]
        if (origin !== undefined) resolve(origin)
      })
    child.once('close', () => reject(new Error(`Prism exited before it was ready: ${printed}`)))
  })

const ended = (child: ChildProcess): Promise<unknown> => {
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill()
  return closed
}
