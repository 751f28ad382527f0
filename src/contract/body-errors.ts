import { BodyError } from './body.ts'

/** The errors of bodies that are not read completely, or for which there is no memory. */

export const tooLarge = (max_bytes: number) =>
  new BodyError(
    'BODY_TOO_LARGE',
    `The request body is too large; this operation accepts at most ${max_bytes} bytes.`,
  )

export const broken = (cause: unknown) =>
  new BodyError('MALFORMED_REQUEST', 'The connection closed before the body was complete.', {
    cause,
  })

export const tooSlow = (deadline_ms: number) =>
  new BodyError(
    'REQUEST_TIMEOUT',
    `The request body was not complete within ${deadline_ms / 1000} seconds; send the request again.`,
  )

export const stalled = (bytes: number, window_ms: number) =>
  new BodyError(
    'REQUEST_TIMEOUT',
    `Less than ${bytes} bytes of the request body arrived within ${window_ms / 1000} seconds; send the request again.`,
  )

export const evicted = () =>
  new BodyError(
    'REQUEST_TIMEOUT',
    'The request body arrived too slowly while others waited for memory; send the request again.',
  )

export const busy = () =>
  new BodyError(
    'SERVER_BUSY',
    'The server is reading too many bodies from clients without a credential; send the request again after the time in Retry-After.',
  )

export const groupFull = () =>
  new BodyError(
    'RATE_LIMITED',
    'The concurrent requests of this credential, its organization or the installations of the organization occupy the maximum amount of memory; send fewer or smaller ones at a time.',
  )
