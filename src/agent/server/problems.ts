import type { ProblemDefinitions } from '../../contract/typed.ts'

const bad_request = (message: string) => ({ status: 400, error: 'bad_request', message }) as const
const unauthorized = (message: string) => ({ status: 401, error: 'unauthorized', message }) as const
const forbidden = (message: string) => ({ status: 403, error: 'forbidden', message }) as const
const invalid = (message: string) => ({ status: 422, error: 'validation_error', message }) as const
const failure = (message: string) => ({ status: 500, error: 'internal_error', message }) as const
const unavailable = (message: string) => ({ status: 503, error: 'unavailable', message }) as const

/** Every problem of an agent: a stable code, its status and class, and a message that says what happened and how to fix it. */
export const problems = {
  MALFORMED_REQUEST: bad_request(
    'The request cannot be read; check the path, its percent-encoding and the headers.',
  ),
  MALFORMED_JSON: bad_request(
    'The body is not JSON in UTF-8; send one JSON value, at most 64 levels deep and without unpaired surrogates.',
  ),
  INVALID_PARAMETER: bad_request(
    'A parameter is unknown, repeated or out of range; `issues` lists the parameters at fault.',
  ),
  INVALID_INPUT: bad_request(
    'The input does not match the input_schema of the skill; see the card.',
  ),

  MISSING_SESSION: unauthorized(
    'This operation requires a session; open one at /svc/auth and send its token as `Authorization: Bearer <token>`.',
  ),
  INVALID_SESSION: unauthorized('The session is unknown or expired; open another at /svc/auth.'),
  INVALID_CLIENT_ID: unauthorized(
    'X-Svc-Client-ID is missing or does not belong to the session; send the client id with which the session was opened.',
  ),
  SIGNATURE_REQUIRED: unauthorized(
    'This agent accepts only signed requests; sign the request as described in the contract.',
  ),
  SIGNATURE_INVALID: unauthorized(
    'The signature does not verify, is stale, or was already used; sign the request again.',
  ),

  SCOPE_REQUIRED: forbidden(
    'The session lacks a scope that this operation requires; open a session that has it.',
  ),
  CALLER_REFUSED: forbidden(
    "The policy of the workspace or the registry denies access to this caller; ask an owner or admin of the workspace's organization.",
  ),
  ORIGIN_REFUSED: forbidden(
    'The Origin header does not match this agent; call it from a page of its own origin, or from a program that sends no Origin.',
  ),

  ROUTE_NOT_FOUND: {
    status: 404,
    error: 'not_found',
    message:
      'There is nothing at this address; GET /openapi.json lists the operations of this agent.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    error: 'method_not_allowed',
    message:
      'This path does not support the method; the Allow header lists the methods that it supports.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    error: 'request_timeout',
    message: 'The request timed out; send it again.',
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
  INVALID_BODY: invalid(
    'The body does not match its schema; correct the fields listed in `issues`.',
  ),
  INPUT_REQUIRED: invalid(
    'The agent behind this one requires more input, which cannot be added to a running task; send a new task that contains it.',
  ),
  UNKNOWN_SKILL: invalid('The agent has no such skill; its card lists its skills.'),
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

  INTERNAL_ERROR: failure(
    'Internal error; give the operator of the agent the X-Request-ID of this response, under which the cause is logged.',
  ),
  EXECUTION_ERROR: failure('The skill failed; the log of the agent contains the cause.'),
  SERVER_BUSY: unavailable(
    'The agent is reading too many request bodies from clients without a credential; send the request again after the time in Retry-After.',
  ),
  PROTOCOL_MISMATCH: failure(
    'The agent or server to which this one passes the task does not follow its protocol; the log of this agent contains its response.',
  ),
  AUTH_REQUIRED: failure(
    'The agent or server to which this one passes the task asks for credentials; the operator of this agent has to supply them.',
  ),
  FOREIGN_UNREACHABLE: unavailable(
    'The agent or server to which this one passes the task cannot be reached, or did not respond completely, so it may have executed the task; check before you send it again.',
  ),
  PAUSED: unavailable('The agent was paused by its organization; try again later.'),
  STOPPING: unavailable(
    'The agent is shutting down and did not execute the request; send it again after the time in Retry-After.',
  ),
  TRUST_UNAVAILABLE: unavailable(
    'The signature cannot be verified at the moment, so nothing was executed; try again later.',
  ),
  TASK_TIMEOUT: {
    status: 504,
    error: 'timeout',
    message: 'The skill took longer than its timeout_ms and was aborted.',
  },
} as const satisfies ProblemDefinitions

export type ProblemCode = keyof typeof problems

/** Maps each error code of a failed task to its HTTP status (docs/specification/agent-protocol.md#task-error-codes). */
export const taskStatuses = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  content_too_large: 413,
  unsupported_media_type: 415,
  input_required: 422,
  unknown_skill: 422,
  rate_limited: 429,
  execution_error: 500,
  internal_error: 500,
  protocol_mismatch: 500,
  auth_required: 500,
  paused: 503,
  unavailable: 503,
  timeout: 504,
} as const
export type TaskErrorCode = keyof typeof taskStatuses

interface TaskErrorMapping {
  readonly code: TaskErrorCode
  /** JSON-RPC 2.0, section 5.1. */
  readonly rpc: -32700 | -32600 | -32602 | -32603
}

/**
 * The problems that can end a task, with their codes in a failed task and in JSON-RPC. A failed task has the status of its code, so a body
 * that violates its schema gets 400 there. In JSON-RPC, the problems in `SKILL_ERRORS` (perform-task.ts) and an invalid id get 200, a body
 * that does not arrive in time gets 400, and all others keep the status of the problem.
 */
export const taskProblems = {
  MALFORMED_JSON: { code: 'invalid_request', rpc: -32700 },
  MALFORMED_REQUEST: { code: 'invalid_request', rpc: -32600 },
  REQUEST_TIMEOUT: { code: 'invalid_request', rpc: -32600 },
  INVALID_PARAMETER: { code: 'invalid_request', rpc: -32600 },
  INVALID_BODY: { code: 'invalid_request', rpc: -32600 },
  INVALID_INPUT: { code: 'invalid_request', rpc: -32602 },
  SIGNATURE_REQUIRED: { code: 'unauthorized', rpc: -32600 },
  SIGNATURE_INVALID: { code: 'unauthorized', rpc: -32600 },
  CALLER_REFUSED: { code: 'forbidden', rpc: -32600 },
  ORIGIN_REFUSED: { code: 'forbidden', rpc: -32600 },
  BODY_TOO_LARGE: { code: 'content_too_large', rpc: -32600 },
  UNSUPPORTED_MEDIA_TYPE: { code: 'unsupported_media_type', rpc: -32600 },
  UNKNOWN_SKILL: { code: 'unknown_skill', rpc: -32602 },
  RATE_LIMITED: { code: 'rate_limited', rpc: -32603 },
  EXECUTION_ERROR: { code: 'execution_error', rpc: -32603 },
  INTERNAL_ERROR: { code: 'internal_error', rpc: -32603 },
  PROTOCOL_MISMATCH: { code: 'protocol_mismatch', rpc: -32603 },
  INPUT_REQUIRED: { code: 'input_required', rpc: -32602 },
  AUTH_REQUIRED: { code: 'auth_required', rpc: -32603 },
  FOREIGN_UNREACHABLE: { code: 'unavailable', rpc: -32603 },
  SERVER_BUSY: { code: 'unavailable', rpc: -32603 },
  PAUSED: { code: 'paused', rpc: -32603 },
  STOPPING: { code: 'unavailable', rpc: -32603 },
  TRUST_UNAVAILABLE: { code: 'unavailable', rpc: -32603 },
  TASK_TIMEOUT: { code: 'timeout', rpc: -32603 },
} as const satisfies Partial<Record<ProblemCode, TaskErrorMapping>>

export type TaskProblem = keyof typeof taskProblems
