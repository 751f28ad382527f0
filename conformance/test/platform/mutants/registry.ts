import type { Mutant } from '../../support/mutants.ts'
import { operationOf } from '../reference.ts'
import { jsonResponse, type Json } from '../reference-state.ts'
import { accepts, fails, members, mutant, ok, parse, wrapping } from './change.ts'

const hasEnterpriseKey = (headers: Readonly<Record<string, string>>): boolean =>
  headers['x-api-key'] === 'sk_live_enterprise'

/** Changes what is shown of a registered agent after another organization has registered the same identifier. */
const replaced = (name: string, change: (shown: Json, last: Json) => Json): Mutant =>
  wrapping(`verifyAgent ${name}`, ['REG-07'], () => (forward) => {
    let last: Json | undefined
    return (request) => {
      if (
        operationOf(request) === 'registerAgent' &&
        request.headers['x-api-key'] === 'sk_live_second'
      )
        return ((last = parse(request.body)), jsonResponse(201, {}))
      const response = forward(request)
      if (
        last === undefined ||
        operationOf(request) !== 'verifyAgent' ||
        response.status !== 200 ||
        !request.path.includes(String(last['svc_id']))
      )
        return response
      const shown = parse(response.body)
      return { ...response, body: JSON.stringify({ ...shown, ...change(shown, last) }) }
    }
  })

export const registryMutants: readonly Mutant[] = [
  fails('registerAgent', ['REG-01']),
  members('verifyAgent', 'omits valid', ['REG-02'], () => ({ valid: undefined })),
  ...['svc_id', 'name', 'version'].map((name) =>
    members('verifyAgent', `omits ${name}`, ['REG-02'], () => ({ [name]: undefined })),
  ),
  members('verifyAgent', 'omits registered_at', ['REG-02'], () => ({
    registered_at: undefined,
  })),
  members('verifyAgent', 'returns a different svc_id', ['REG-03'], () => ({
    svc_id: '0'.repeat(64),
  })),
  members('verifyAgent', 'returns a different name', ['REG-03'], () => ({ name: 'Another' })),
  members('verifyAgent', 'returns a different version', ['REG-03'], () => ({ version: '9.9.9' })),
  accepts('verifyAgent', 'confirms unknown agents', ['REG-04'], (_, { status }) => status === 404, {
    valid: true,
  }),
  mutant(
    'registerAgent',
    'returns 422 for a registered identifier',
    ['REG-05'],
    () => (response) => (response.status === 409 ? { ...response, status: 422 } : response),
  ),
  accepts('registerAgent', 'accepts any public key', ['REG-06'], ({ body }) =>
    body.includes('%%%'),
  ),
  replaced('shows the name of the last registration', (_, last) => ({ name: last['name'] })),
  replaced('shows the version of the last registration', (_, last) => ({
    version: last['version'],
  })),
  replaced('omits the svc_id after another registration', () => ({ svc_id: undefined })),
  members('verifyTrust', 'returns valid for every signature', ['TRUST-05'], () => ({
    valid: true,
  })),
  members('verifyTrust', 'returns verified for every signature', ['TRUST-05'], () => ({
    verified: true,
    valid: undefined,
  })),
  fails('createWorkspace', ['WS-01']),
  mutant(
    'createWorkspace',
    'returns an array',
    ['WS-01'],
    () => (response) => (ok(response) ? { ...response, body: `[${response.body}]` } : response),
  ),
  mutant(
    'getWorkspace',
    'returns 500 with the body of a successful response',
    ['WS-02'],
    () => (response) => (ok(response) ? { ...response, status: 500 } : response),
  ),
  members('getWorkspace', 'returns a different description', ['WS-02'], () => ({
    description: 'another',
  })),
  members('getWorkspace', 'returns a different name', ['WS-02'], () => ({ name: 'another' })),
  ...['name', 'description'].map((name) =>
    wrapping(
      `updateWorkspace does not store the ${name}`,
      ['WS-03'],
      () => (forward) => (request) =>
        forward(
          operationOf(request) === 'updateWorkspace' && hasEnterpriseKey(request.headers)
            ? { ...request, body: JSON.stringify({ ...parse(request.body), [name]: 'forgotten' }) }
            : request,
        ),
    ),
  ),
  wrapping(
    'updateWorkspace stores nothing',
    ['WS-03'],
    () => (forward) => (request) =>
      operationOf(request) === 'updateWorkspace' && hasEnterpriseKey(request.headers)
        ? jsonResponse(200, {})
        : forward(request),
  ),
  mutant(
    'updateWorkspace',
    'returns 500 after it has changed the workspace',
    ['WS-03'],
    () => (response) => (ok(response) ? { ...response, status: 500 } : response),
  ),
  mutant(
    'deleteWorkspace',
    'returns 500 after it has deleted the workspace',
    ['WS-04'],
    () => (response) => (ok(response) ? { ...response, status: 500 } : response),
  ),
  wrapping(
    'deleteWorkspace deletes nothing',
    ['WS-04'],
    () => (forward) => (request) =>
      operationOf(request) === 'deleteWorkspace' && hasEnterpriseKey(request.headers)
        ? jsonResponse(204, {})
        : forward(request),
  ),
  members('listWorkspaces', 'returns an empty list', ['WS-05'], () => ({ items: [] })),
  fails('listMembers', ['WS-06']),
  accepts(
    'getWorkspace',
    'accepts keys of other organizations',
    ['WS-07'],
    ({ headers }) => headers['x-api-key'] === 'sk_live_second',
  ),
  wrapping(
    'getWorkspace returns 400 for a workspace that never existed',
    ['ERR-04.getWorkspace'],
    () => (forward) => {
      const deleted = new Set<string>()
      return (request) => {
        if (operationOf(request) === 'deleteWorkspace') deleted.add(request.path)
        const response = forward(request)
        return operationOf(request) === 'getWorkspace' &&
          response.status === 404 &&
          hasEnterpriseKey(request.headers) &&
          !deleted.has(request.path)
          ? { ...response, status: 400 }
          : response
      }
    },
  ),
  fails('getPolicy', ['POL-01']),
  fails('verifyTrust', ['TRUST-01'], 404),
  fails('verifyTrust', ['TRUST-01.fault'], 500),
  fails('verifyTrust', ['TRUST-01'], 405),
  fails('trustProfile', ['TRUST-02'], 404),
  accepts(
    'trustProfile',
    'accepts unknown agents',
    ['TRUST-02'],
    (_, { status }) => status === 404,
  ),
  fails('trustHeaders', ['TRUST-03']),
  accepts('trustHeaders', 'accepts any hash', ['TRUST-04'], ({ body }) =>
    body.includes('not a hash'),
  ),
  fails('scanImage', ['IMG-02'], 404),
  fails('scanReport', ['IMG-02'], 400),
  fails('scanReport', ['IMG-02.report'], 404),
  fails('listImages', ['IMG-01']),
  fails('listImages', ['IMG-01'], 404),
  fails('tasks', ['HIST-01']),
  mutant(
    'tasks',
    'returns a body that is not JSON',
    ['HIST-01'],
    () => (response) => (ok(response) ? { ...response, body: 'none' } : response),
  ),
]
