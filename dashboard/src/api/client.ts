import createClient from 'openapi-fetch'
import type { components, paths } from '../../../generated/platform.ts'
import { ROOT } from '../urls.ts'
import { recordServerTime } from './clock.ts'
import { recordFailure, recordResponse } from './connection.ts'
import { Problem, unreachable } from './problem.ts'

/** Makes lists mutable, because openapi-fetch treats a `readonly` list as an object and gives its methods the type `{}`. */
type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { [Key in keyof T]: Mutable<T[Key]> }
    : T

type Paths = Mutable<paths>
/** The contract's records: `Schemas['Installation']`. */
export type Schemas = Mutable<components['schemas']>

/** The client of the API, typed by its contract. The session is in a cookie that scripts cannot read. */
export const api = createClient<Paths>({ baseUrl: `${ROOT}/api/v1`, credentials: 'same-origin' })

/** The result of openapi-fetch. */
interface FetchResult<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/**
 * Returns the body of a successful response: `unwrap(api.GET('/tasks', { signal }))`. Throws a `Problem` for any other response, and an
 * `AbortError` for a cancelled request.
 */
export async function unwrap<T>(request: Promise<FetchResult<T>>): Promise<T> {
  const { data, error, response } = await request.catch((cause: unknown) => {
    if ((cause as Error).name === 'AbortError') throw cause
    recordFailure()
    throw unreachable()
  })
  recordServerTime(response.headers.get('date'))
  const after = Number(response.headers.get('retry-after') ?? Number.NaN)
  const problem = response.ok
    ? undefined
    : new Problem(response.status, error, {
        retry_after: Number.isNaN(after) ? undefined : after,
        request_id: response.headers.get('x-request-id') ?? undefined,
      })
  recordResponse(response.status, problem?.code)
  if (problem) throw problem
  return data as T
}
