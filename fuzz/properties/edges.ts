import type { TestRequest } from '../../test/http/client.ts'
import { DEFAULT_MAX_BODY_BYTES, maxBodyBytes, type Contract, type Operation } from './contract.ts'
import { withOnlyCredential } from './requests.ts'
import { nested } from './schemas/json.ts'

/** An edge case of HTTP or JSON, as a change to a valid request. */
export interface EdgeCase {
  readonly description: string
  readonly change: (good: TestRequest) => TestRequest
  readonly statuses: readonly number[]
  /** The methods that the Allow header must list. */
  readonly allow?: readonly string[]
}

const JSON_TYPE = 'application/json'
const METHODS = [
  'GET',
  'PUT',
  'POST',
  'DELETE',
  'PATCH',
  'TRACE',
  'SEARCH',
  'QUERY',
  'PROPFIND',
] as const

/** Returns the edge cases of an operation. */
export function edgeCasesOf(contract: Contract, operation: Operation): readonly EdgeCase[] {
  return [
    ...methodCases(contract, operation),
    ...targetCases(operation),
    ...(operation.schemes.length > 0 ? credentialCases(operation) : []),
    ...(operation.body ? [...bodyCases, tooLargeBody(operation)] : []),
  ]
}

function methodCases({ operations }: Contract, { path, method }: Operation): readonly EdgeCase[] {
  const served = operations.filter((one) => one.path === path).map((one) => one.method)
  const allow = [...served, 'OPTIONS', ...(served.includes('GET') ? ['HEAD'] : [])]
  const as =
    (other: string) =>
    ({ headers, path: target }: TestRequest): TestRequest => ({
      method: other,
      path: target,
      ...(headers && { headers }),
    })
  const unknown = METHODS.filter((one) => !served.includes(one)).map((one): EdgeCase => ({
    description: one,
    change: as(one),
    statuses: [405],
    allow,
  }))
  return [
    ...unknown,
    { description: 'OPTIONS', change: as('OPTIONS'), statuses: [204], allow },
    ...(method === 'GET'
      ? [{ description: 'HEAD', change: as('HEAD'), statuses: [200, 404] }]
      : served.includes('GET')
        ? []
        : [{ description: 'HEAD', change: as('HEAD'), statuses: [405], allow }]),
  ]
}

const targetCases = ({ path }: Operation): readonly EdgeCase[] => [
  ...[
    'unheard_of=1',
    '__proto__=1',
    'constructor=1',
    '=1',
    '%zz=1',
    'a[]=1',
    `${'a'.repeat(3000)}=1`,
  ].map((search): EdgeCase => ({
    description: `the query ${search.slice(0, 20)}`,
    statuses: [400],
    change: (good) => ({
      ...good,
      path: `${good.path}${good.path.includes('?') ? '&' : '?'}${search}`,
    }),
  })),
  // An agent never answers a task with 404, so it also accepts these paths.
  {
    description: 'a trailing slash',
    statuses: [path === '/a2a/tasks' ? 200 : 404],
    change: (good) => ({ ...good, path: `${good.path.split('?')[0]}/` }),
  },
  {
    description: 'a double slash',
    statuses: [path === '/a2a/tasks' ? 200 : 404],
    change: (good) => ({ ...good, path: `/${good.path}` }),
  },
  ...(path.includes('{')
    ? ['%', '%zz', '%c3%28', '%ff'].map((segment): EdgeCase => ({
        description: `the path segment ${segment}`,
        statuses: [400],
        change: (good) => ({
          ...good,
          path: good.path
            .split('?')[0]!
            .split('/')
            .with(
              path.split('/').findIndex((one) => one.startsWith('{')),
              segment,
            )
            .join('/'),
        }),
      }))
    : []),
]

function credentialCases({ schemes }: Operation): readonly EdgeCase[] {
  const wrong: readonly Record<string, string>[] = [
    {},
    { 'X-API-Key': `sk_live_${'0'.repeat(43)}` },
    { 'X-API-Key': 'wrong' },
    { Authorization: `Bearer adm_${'0'.repeat(43)}` },
    { Authorization: `Bearer srt_${'0'.repeat(43)}` },
    { Authorization: `Bearer sess_${'0'.repeat(43)}` },
    { Authorization: 'Bearer' },
    { Authorization: 'Basic YTpi' },
    { Authorization: `Bearer ${'x'.repeat(5000)}` },
    { 'X-API-Key': '__proto__' },
    { Cookie: `svc_session=adm_${'0'.repeat(43)}` },
    { Cookie: 'svc_session' },
    { Cookie: ';;=;' },
    { Cookie: `svc_session=${'x'.repeat(5000)}` },
  ]
  return wrong.map((header) => ({
    description: `the credential ${JSON.stringify(header).slice(0, 60)} for ${schemes.join(' or ')}`,
    change: (good) => withOnlyCredential(good, header),
    statuses: [401],
  }))
}

const body = (
  description: string,
  content: string | Buffer | undefined,
  statuses: readonly number[],
  headers: Record<string, string> = {},
): EdgeCase => ({
  description,
  statuses,
  change: (good) => ({ ...good, headers: { ...good.headers, ...headers }, body: content }),
})
/** Bodies as text, because some are not JSON. */
const bodyCases: readonly EdgeCase[] = [
  body('no body', undefined, [400]),
  body('an empty body', '', [400]),
  body('a body of spaces', '  ', [400]),
  body('a truncated object', '{"a":', [400]),
  body('two values', '{} {}', [400]),
  body('a trailing comma', '{"a":1,}', [400]),
  body('NaN', '{"a":NaN}', [400]),
  body('a comment', '{}//', [400]),
  body('a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), [400]),
  body('bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), [400]),
  body('an unpaired surrogate', '{"a":"\\ud800"}', [400]),
  body('an unpaired surrogate in a name', '{"\\udfff":1}', [400]),
  body('65 levels', JSON.stringify(nested(65)), [400]),
  body('10,000 brackets', '['.repeat(10_000), [400, 413]),
  ...['null', 'true', '7', '-0', '1e999', '"a"', '[]', '[{}]'].map((text) =>
    body(`the value ${text}`, text, [422]),
  ),
  ...[
    'text/plain',
    'application/xml',
    'application/jsonx',
    'multipart/form-data; boundary=a',
    'application/json; charset=utf-16',
    '',
  ].map((type) => body(`the media type ${type}`, '{}', [415], { 'Content-Type': type })),
  body('an unknown content encoding', '{}', [415], {
    'Content-Type': JSON_TYPE,
    'Content-Encoding': 'compress',
  }),
  body('a compressed body', '{}', [415], { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'gzip' }),
]

/**
 * A body with one byte too many for the operation, regardless of the sender: an agent reads up to 1 MiB of a body that the platform has
 * signed.
 */
function tooLargeBody(operation: Operation): EdgeCase {
  const maxBytes = Math.max(maxBodyBytes(operation), DEFAULT_MAX_BODY_BYTES)
  return body('a body with one byte too many', `{"a":"${'x'.repeat(maxBytes + 1 - 8)}"}`, [413])
}
