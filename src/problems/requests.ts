import type { ProblemDefinitions } from '../contract/typed.ts'

const badRequest = (message: string) => ({ status: 400, error: 'bad_request', message }) as const

/** Lists the errors about requests that cannot be read or accepted, regardless of the operation. */
export const requestProblems = {
  MALFORMED_REQUEST: badRequest(
    'The request cannot be read; check the path, its percent-encoding and the headers.',
  ),
  MALFORMED_JSON: badRequest(
    'The body is not JSON in UTF-8; send one JSON value, at most 64 levels deep and without unpaired surrogates.',
  ),
  INVALID_PARAMETER: badRequest(
    'A parameter is missing, unknown, repeated or out of range; `issues` lists the parameters at fault.',
  ),
  INVALID_CURSOR: badRequest(
    'This value of `cursor` is not a `next_cursor` of this list; omit it to start at the first page.',
  ),
  REQUEST_TIMEOUT: {
    status: 408,
    error: 'request_timeout',
    message: 'The request timed out; send it again.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    error: 'method_not_allowed',
    message:
      'This path does not support the method; the Allow header lists the methods that it supports.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    error: 'content_too_large',
    message: 'The body exceeds the size limit; send a smaller one.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    error: 'unsupported_media_type',
    message:
      'The body must be uncompressed `application/json`; set the Content-Type header and omit Content-Encoding.',
  },
  INVALID_BODY: {
    status: 422,
    error: 'validation_error',
    message: 'The body does not match its schema; correct the fields listed in `issues`.',
  },
  RATE_LIMITED: {
    status: 429,
    error: 'too_many_requests',
    message: 'Too many requests; wait for the time in Retry-After.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    error: 'headers_too_large',
    message: 'The request headers exceed the size limit; send fewer or shorter headers.',
  },
} as const satisfies ProblemDefinitions

/** Lists the errors for which the platform is responsible. */
export const serverProblems = {
  INTERNAL_ERROR: {
    status: 500,
    error: 'internal_error',
    message: 'Internal error; give the operator this request_id.',
  },
  SERVER_BUSY: {
    status: 503,
    error: 'unavailable',
    message:
      'The platform is reading too many request bodies from clients without a credential; send the request again after the time in Retry-After.',
  },
  STORE_UNAVAILABLE: {
    status: 503,
    error: 'unavailable',
    message: 'The store is unavailable; send the request again after the time in Retry-After.',
  },
} as const satisfies ProblemDefinitions
