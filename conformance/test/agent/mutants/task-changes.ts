import type { Handler, TestRequest, TestResponse } from '../../support/handler.ts'
import { mapJson, mapResponse, type Mutant } from '../../support/mutants.ts'
import { jsonResponse, referenceAgent } from '../reference.ts'
import type { Json } from './change.ts'

export const PATH = '/a2a/tasks'

export const taskOf = ({ body }: TestRequest): Json => {
  try {
    return JSON.parse(body) as Json
  } catch {
    return {}
  }
}
export const input = (request: TestRequest): Json => (taskOf(request)['input'] ?? {}) as Json
export const context = (request: TestRequest): Json => (taskOf(request)['context'] ?? {}) as Json
export const message = (request: TestRequest): unknown => input(request)['message']
export const textOf = (request: TestRequest): string => JSON.stringify(message(request) ?? '')
export const hasUnknownSkill = (request: TestRequest): boolean =>
  String(input(request)['skill']).startsWith('no_such')
export const isMalformed = ({ body }: TestRequest): boolean =>
  body.startsWith('{"task_id":"1","input":{"skill":') && !body.endsWith('}')

export const refusal = (request: TestRequest): TestResponse =>
  jsonResponse(400, {
    task_id: taskOf(request)['task_id'] ?? 'none',
    status: 'failed',
    error: { code: 'invalid_request', message: 'No.' },
  })

/** Refuses the matching tasks with a well-formed response. */
export const refuses = (
  name: string,
  foundBy: readonly string[],
  when: (request: TestRequest) => boolean,
): Mutant => ({
  name: `refuses ${name}`,
  foundBy,
  make: () =>
    mapResponse(referenceAgent(), PATH, (response, request) =>
      request.method === 'POST' && when(request) ? refusal(request) : response,
    ),
})

/** Changes the responses to the matching tasks. */
export const responds = (
  name: string,
  foundBy: readonly string[],
  when: (request: TestRequest) => boolean,
  change: (response: TestResponse, request: TestRequest) => TestResponse | 'silence' | 'reset',
): Mutant => ({
  name: `responds with ${name}`,
  foundBy,
  make: () =>
    mapResponse(referenceAgent(), PATH, (response, request) =>
      when(request) ? change(response, request) : response,
    ),
})

export const success = (
  name: string,
  foundBy: readonly string[],
  change: (body: Json, request: TestRequest, response: TestResponse) => Json,
): Mutant => ({
  name: `completes with ${name}`,
  foundBy,
  make: () =>
    mapJson(referenceAgent(), PATH, (body, request, response) =>
      response.status === 200 ? change(body, request, response) : body,
    ),
})

export const failure = (
  name: string,
  foundBy: readonly string[],
  change: (body: Json, request: TestRequest) => Json,
): Mutant => ({
  name: `fails with ${name}`,
  foundBy,
  make: () =>
    mapJson(referenceAgent(), PATH, (body, request, response) =>
      response.status >= 400 && request.method === 'POST' ? change(body, request) : body,
    ),
})

export const withStatus = (response: TestResponse, status: number): TestResponse => ({
  ...response,
  status,
})
export const htmlPage = (status: number): TestResponse => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  body: '<h1>Error</h1>',
})
export const always = (): boolean => true

/** Returns an agent that shares a value between concurrent requests. Its sequential responses are correct. */
export function sharing(
  read: (request: TestRequest) => unknown,
  write: (response: TestResponse, value: unknown) => TestResponse,
): Handler {
  let shared: unknown
  return mapResponse(referenceAgent(), PATH, (response, request) => {
    if (shared === undefined)
      queueMicrotask(() => {
        shared = undefined
      })
    shared ??= read(request)
    return write(response, shared)
  })
}
