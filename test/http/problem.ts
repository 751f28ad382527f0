import { expect } from 'vitest'
import type { TestResponse } from './client.ts'
import { CANARY } from './mutants.ts'

const CLASSES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'content_too_large',
  415: 'unsupported_media_type',
  422: 'validation_error',
  431: 'headers_too_large',
}

/** Expects a problem with documented members only, and without values of the request. */
export function expectProblem(got: TestResponse, status: number, about: string): void {
  expect({
    about,
    status: got.status,
    error: got.body?.error,
    type: got.headers['content-type'],
  }).toEqual({
    about,
    status,
    error: CLASSES[status],
    type: 'application/json',
  })
  const { error: _, message, code, request_id, issues = [], ...rest } = got.body
  expect({ about, rest }).toEqual({ about, rest: {} })
  expect(code, about).toMatch(/^[A-Z][A-Z0-9_]*$/)
  expect(message, about).toMatch(/^[A-Z].{10,400}[.)`]$/)
  expect(request_id, about).toBe(got.headers['x-request-id'])
  expect(issues.length <= 10, about).toBe(true)
  for (const issue of issues) expect(issue.path, about).toMatch(/^\/(body|query|path|header)/)
  expect(got.text.includes(CANARY), about).toBe(false)
  expect(got.text.length < 8000, about).toBe(true)
}
