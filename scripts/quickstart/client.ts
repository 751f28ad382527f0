import createClient from 'openapi-fetch'
import type { paths } from '../../generated/platform.ts'
import type { Exchange, narrator } from './narrator.ts'

/** The platform did not do what the story says; the message is for people. */
export class Unexpected extends Error {}

/** What every call of openapi-fetch resolves with. */
interface Answer<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** openapi-fetch maps the members of read-only arrays as if they were objects; this makes arrays of them again. */
type Plain<T> = T extends string
  ? T
  : T extends { readonly [index: number]: infer Item; readonly length: number }
    ? readonly Plain<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Plain<T[Name]> }
      : T

interface Told<Data> {
  readonly title: string
  readonly call: () => Promise<Answer<Data>>
  readonly status: number
  /** The members worth a look. */
  readonly show: (data: Plain<NonNullable<Data>>) => Readonly<Record<string, unknown>>
  readonly means: string
}

/**
 * A typed client of the platform, and a way to call it aloud: `tell` names the step, makes the call, shows request and answer,
 * and says what it means.
 */
export function storyteller(base_url: string, voice: ReturnType<typeof narrator>) {
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

  async function tell<Data>({
    title,
    call,
    status,
    show,
    means,
  }: Told<Data>): Promise<Plain<NonNullable<Data>>> {
    voice.step(title)
    const { data, error, response } = await answered(call)
    voice.exchange({ ...latest!, status: response.status })
    if (response.status !== status)
      throw new Unexpected(
        `"${title}" was to be answered with ${status}, but got ${response.status}${told(error)}`,
      )
    const shown = (data ?? error) as Plain<NonNullable<Data>>
    voice.facts(show(shown))
    voice.means(means)
    return shown
  }

  const answered = <Data>(call: () => Promise<Answer<Data>>): Promise<Answer<Data>> =>
    call().catch((cause: Error) => {
      throw new Unexpected(`${base_url} does not answer: ${reason(cause)}`)
    })

  return { api, tell }
}

/** For a step that is meant to be refused: what the error says. */
export const refusal = (error: unknown): Readonly<Record<string, unknown>> => {
  const { code, message } = error as { code: string; message: string }
  return { code, message }
}

function credentialOf(headers: Headers): Exchange['credential'] {
  const key = headers.get('x-api-key')
  const bearer = headers.get('authorization')
  if (key !== null) return ['X-API-Key', key]
  return bearer === null ? undefined : ['Authorization', bearer]
}

function told(error: unknown): string {
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
