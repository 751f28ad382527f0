import type { Sent } from '../../test/http/client.ts'
import type { Contract, Operation } from './contract.ts'
import { nested } from './schemas/json.ts'

/** Something at the edge of HTTP or JSON, done to a request that is good. */
export interface Edge {
  readonly says: string
  readonly change: (good: Sent) => Sent
  readonly statuses: readonly number[]
  /** Methods that the answer has to name. */
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
const CREDENTIALS = ['X-API-Key', 'Authorization', 'Cookie']

/** Everything that is tried with one operation. */
export function edgesOf(contract: Contract, operation: Operation): readonly Edge[] {
  return [
    ...methodEdges(contract, operation),
    ...targetEdges(operation),
    ...(operation.schemes.length > 0 ? credentialEdges(operation) : []),
    ...(operation.body ? bodyEdges : []),
  ]
}

function methodEdges({ operations }: Contract, { path, method }: Operation): readonly Edge[] {
  const served = operations.filter((one) => one.path === path).map((one) => one.method)
  const allow = [...served, 'OPTIONS', ...(served.includes('GET') ? ['HEAD'] : [])]
  const as =
    (other: string) =>
    ({ headers, path: target }: Sent): Sent => ({
      method: other,
      path: target,
      ...(headers && { headers }),
    })
  const unknown = METHODS.filter((one) => !served.includes(one)).map((one): Edge => ({
    says: one,
    change: as(one),
    statuses: [405],
    allow,
  }))
  return [
    ...unknown,
    { says: 'OPTIONS', change: as('OPTIONS'), statuses: [204], allow },
    ...(method === 'GET'
      ? [{ says: 'HEAD', change: as('HEAD'), statuses: [200, 404] }]
      : served.includes('GET')
        ? []
        : [{ says: 'HEAD', change: as('HEAD'), statuses: [405], allow }]),
  ]
}

const targetEdges = ({ path }: Operation): readonly Edge[] => [
  ...[
    'unheard_of=1',
    '__proto__=1',
    'constructor=1',
    '=1',
    '%zz=1',
    'a[]=1',
    `${'a'.repeat(3000)}=1`,
  ].map((search): Edge => ({
    says: `the query ${search.slice(0, 20)}`,
    statuses: [400],
    change: (good) => ({
      ...good,
      path: `${good.path}${good.path.includes('?') ? '&' : '?'}${search}`,
    }),
  })),
  // A task is never answered with 404, so an agent takes these paths as well.
  {
    says: 'a slash at the end',
    statuses: [path === '/a2a/tasks' ? 200 : 404],
    change: (good) => ({ ...good, path: `${good.path.split('?')[0]}/` }),
  },
  {
    says: 'a double slash',
    statuses: [path === '/a2a/tasks' ? 200 : 404],
    change: (good) => ({ ...good, path: `/${good.path}` }),
  },
  ...(path.includes('{')
    ? ['%', '%zz', '%c3%28', '%ff'].map((segment): Edge => ({
        says: `the path segment ${segment}`,
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

function credentialEdges({ schemes }: Operation): readonly Edge[] {
  const with_ =
    (header: Record<string, string>) =>
    ({ headers = {}, ...rest }: Sent): Sent => ({
      ...rest,
      headers: {
        ...Object.fromEntries(
          Object.entries(headers).filter(([name]) => !CREDENTIALS.includes(name)),
        ),
        ...header,
      },
    })
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
    says: `the credential ${JSON.stringify(header).slice(0, 60)} for ${schemes.join(' or ')}`,
    change: with_(header),
    statuses: [401],
  }))
}

const body = (
  says: string,
  content: string | Buffer | undefined,
  statuses: readonly number[],
  headers: Record<string, string> = {},
): Edge => ({
  says,
  statuses,
  change: (good) => ({ ...good, headers: { ...good.headers, ...headers }, body: content }),
})
/** JSON as text, because some of it is none. */
const bodyEdges: readonly Edge[] = [
  body('no body', undefined, [400]),
  body('an empty body', '', [400]),
  body('blanks', '  ', [400]),
  body('half an object', '{"a":', [400]),
  body('two values', '{} {}', [400]),
  body('a comma at the end', '{"a":1,}', [400]),
  body('NaN', '{"a":NaN}', [400]),
  body('a comment', '{}//', [400]),
  body('a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), [400]),
  body('bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), [400]),
  body('half of a surrogate pair', '{"a":"\\ud800"}', [400]),
  body('half of a surrogate pair in a name', '{"\\udfff":1}', [400]),
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
  body('an encoding that is unknown', '{}', [415], {
    'Content-Type': JSON_TYPE,
    'Content-Encoding': 'compress',
  }),
  body('a compressed body', '{}', [415], { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'gzip' }),
  body('more than a mebibyte', `{"a":"${'x'.repeat(1024 * 1024)}"}`, [413]),
]
