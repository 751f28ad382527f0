import { check } from './steps.js'

/** Returns the data of a response, which must be a success. */
export function ok<T>({ data, error }: { data?: T; error?: unknown }): T {
  check(error === undefined && data !== undefined, `unexpected error ${JSON.stringify(error)}`)
  return data as T
}

/** Returns the body of a response, which must be an error with this status. */
export function refused<E>(
  { error, response }: { error?: E; response: Response },
  status: number,
): E {
  check(
    error !== undefined && response.status === status,
    `${status} expected, ${response.status} received`,
  )
  return error as E
}
