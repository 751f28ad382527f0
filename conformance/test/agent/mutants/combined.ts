import { mapJson, mapResponse, type Mutant } from '../../support/mutants.ts'
import { jsonResponse, referenceAgent } from '../reference.ts'
import type { Json } from './change.ts'

/** Faults that depend on the client or on earlier tasks, or that affect every task. */
export const combinedMutants: readonly Mutant[] = [
  {
    name: 'is correct only for clients that look like a test suite',
    foundBy: ['TASK-15'],
    make: () =>
      mapJson(referenceAgent(), '/a2a/tasks', (body, { headers, body: requestBody }, response) =>
        response.status === 200 &&
        !/conform|test|suite/i.test(`${headers['user-agent']}${requestBody}`)
          ? { ...body, output: {} }
          : body,
      ),
  },
  {
    name: 'is correct only for the first three tasks',
    foundBy: ['TASK-13'],
    make: () => {
      let tasks = 0
      return mapJson(referenceAgent(), '/a2a/tasks', (body, _, response) =>
        response.status === 200 && (tasks += 1) > 3 ? { ...body, result: 'enough' } : body,
      )
    },
  },
  {
    name: 'refuses every POST request without reading it',
    foundBy: ['TASK-05', 'RPC-02', 'SESS-01'],
    make: () => (request) =>
      request.method === 'POST'
        ? jsonResponse(422, { error: 'validation_error' })
        : referenceAgent()(request),
  },
  {
    name: 'fails every task correctly, but with 200',
    foundBy: ['TASK-12', 'TASK-19', 'RPC-12'],
    make: () =>
      mapResponse(referenceAgent(), '/a2a/tasks', (response, request) =>
        response.body.includes('"completed"')
          ? {
              ...jsonResponse(200, {
                task_id: (JSON.parse(request.body) as Json)['task_id'],
                status: 'failed',
                error: { code: 'a', message: 'b' },
              }),
              headers: response.headers ?? {},
            }
          : response,
      ),
  },
]
