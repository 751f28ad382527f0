import { check } from './steps.js'

/** The data of an answer that has to be a success. */
export function ok<T>({ data, error }: { data?: T; error?: unknown }): T {
  check(error === undefined && data !== undefined, `unexpected refusal ${JSON.stringify(error)}`)
  return data as T
}

/** The body of an answer that has to be a refusal with this status. */
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
