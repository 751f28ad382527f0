import createClient from 'openapi-fetch'
import type { paths } from '../../generated/platform.ts'
import type { Exchange, printer } from './printer.ts'

/** Thrown when the platform responds differently than expected; the message is for people. */
export class UnexpectedResponse extends Error {}

/** What every call of openapi-fetch resolves with. */
interface Result<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** Restores array types: openapi-fetch maps the members of read-only arrays as if they were objects. */
type Plain<T> = T extends string
  ? T
  : T extends { readonly [index: number]: infer Item; readonly length: number }
    ? readonly Plain<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Plain<T[Name]> }
      : T

interface Step<Data> {
  readonly title: string
  readonly call: () => Promise<Result<Data>>
  readonly status: number
  /** Selects the members to print. */
  readonly show: (data: Plain<NonNullable<Data>>) => Readonly<Record<string, unknown>>
  readonly explanation: string
}

/** Returns a typed client of the platform, and `runStep`, which makes a call and prints its title, request, response and explanation. */
export function createSteps(base_url: string, output: ReturnType<typeof printer>) {
  const api = createClient<paths>({ baseUrl: base_url })
  let latest: Omit<Exchange, 'status'> | undefined
  api.use({
    async onRequest({ request }) {
      const body = await request.clone().text()
      latest = {
        method: request.method,
        path: request.url.slice(base_url.length),
        credential: credentialOf(request.headers),
        body: body === '' ? undefined : (JSON.parse(body) as unknown),
      }
    },
  })

  async function runStep<Data>({
    title,
    call,
    status,
    show,
    explanation,
  }: Step<Data>): Promise<Plain<NonNullable<Data>>> {
    output.step(title)
    const { data, error, response } = await send(call)
    output.exchange({ ...latest!, status: response.status })
    if (response.status !== status)
      throw new UnexpectedResponse(
        `"${title}" expected status ${status}, but got ${response.status}${describeError(error)}`,
      )
    const shown = (data ?? error) as Plain<NonNullable<Data>>
    output.fields(show(shown))
    output.explanation(explanation)
    return shown
  }

  const send = <Data>(call: () => Promise<Result<Data>>): Promise<Result<Data>> =>
    call().catch((cause: Error) => {
      throw new UnexpectedResponse(`${base_url} is not responding: ${reason(cause)}`)
    })

  return { api, runStep }
}

/** Selects the members of an expected error that are printed. */
export const errorMembers = (error: unknown): Readonly<Record<string, unknown>> => {
  const { code, message } = error as { code: string; message: string }
  return { code, message }
}

function credentialOf(headers: Headers): Exchange['credential'] {
  const key = headers.get('x-api-key')
  const bearer = headers.get('authorization')
  if (key !== null) return ['X-API-Key', key]
  return bearer === null ? undefined : ['Authorization', bearer]
}

function describeError(error: unknown): string {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: string
    message?: string
  }
  return code === undefined ? '.' : ` ${code}: ${message}`
}

const reason = (cause: Error): string =>
  cause.cause instanceof Error && cause.cause.message !== ''
    ? cause.cause.message
    : ((cause.cause as NodeJS.ErrnoException | undefined)?.code ?? cause.message)
