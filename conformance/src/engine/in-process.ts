import { Intake, TooLarge } from './body.ts'
import type { Limits, Outcome, Transport } from './http.ts'

/** What a server made of functions offers: Hono, itty-router, a Next.js route, or a handler of one's own. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

/** Carries requests to a function in this process: no port, no process, the same rules. */
export function fetchTransport(handler: FetchHandler): Transport {
  return async ({ method, url, headers, body }, limits) => {
    const started = performance.now()
    const spent = (): { ms: number; at: number } => ({
      ms: Math.round((performance.now() - started) * 10) / 10,
      at: Date.now(),
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<Outcome>((resolve) => {
      timer = setTimeout(
        () =>
          resolve({
            kind: 'failure',
            phase: 'answer',
            code: 'timeout',
            says: `no complete answer within ${limits.ms} ms`,
            ...spent(),
          }),
        limits.ms,
      )
    })
    const answered = async (): Promise<Outcome> => {
      const answer = await handler(
        new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }),
      )
      return {
        kind: 'answer',
        status: answer.status,
        headers: [...answer.headers],
        body: await read(answer, limits),
        ...spent(),
      }
    }
    const crashed = (cause: unknown): Outcome =>
      cause instanceof TooLarge
        ? { kind: 'failure', phase: 'answer', code: 'too_large', says: cause.message, ...spent() }
        : {
            kind: 'failure',
            phase: 'answer',
            code: 'reset',
            says: `the handler threw: ${String(cause)}`,
            ...spent(),
          }
    return Promise.race([answered().catch(crashed), late]).finally(() => clearTimeout(timer))
  }
}

async function read(answer: Response, limits: Limits): Promise<string> {
  const body = new Intake(limits)
  try {
    for await (const chunk of (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>)
      body.push(chunk)
    return body.text()
  } finally {
    body.drop()
  }
}
