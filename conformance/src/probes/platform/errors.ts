import { required, type ProbeContext, type RequestDraft } from '../../engine/probe-context.ts'
import type { Probe } from '../../engine/types.ts'
import { untested } from '../../judge/assertions.ts'
import { fixturesOf, installationId, type Fixtures, type Operation } from './fixtures.ts'
import { OPERATIONS } from './operations.ts'
import {
  accountOf,
  accountWith,
  apiKeyHeader,
  withOtherDigit,
  type Account,
  type Json,
} from './target.ts'
import { VALID_REQUESTS, WITH_REQUIRED_MEMBERS, type ValidRequest } from './valid-requests.ts'

/** Returns a value of a different type: a string for everything that is not a string. */
export const otherType = (value: unknown): unknown => (typeof value === 'string' ? 7 : 'text')

const invalidProbe = (
  kind: string,
  { id, effect, after, build }: ValidRequest,
  invalidate: (request: RequestDraft) => readonly RequestDraft[],
): Probe => ({
  id: `${kind}.${id}`,
  effect,
  after,
  run: async (context) => {
    for (const request of invalidate(build(context))) await context.send(request)
  },
})

const malformed = ({ json: _, ...request }: RequestDraft): readonly RequestDraft[] => [
  { method: 'POST', ...request, body: '{"' },
]
const mistyped = ({ json, ...request }: RequestDraft): readonly RequestDraft[] =>
  Object.entries(json as Json).flatMap(([name, value]) =>
    otherTypes(name, value).map((wrong) => ({
      method: 'POST',
      ...request,
      json: { ...(json as Json), [name]: wrong },
    })),
  )

/** Changes the type of a member, and of the parts that the interface types: items of arrays, and the workspace_id of a context. */
function otherTypes(name: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return [otherType(value), [otherType(value[0])]]
  return name === 'context'
    ? [otherType(value), { ...(value as Json), workspace_id: 7 }]
    : [otherType(value)]
}
const emptied = (request: RequestDraft): readonly RequestDraft[] => [
  { method: 'POST', ...request, json: {} },
]

const ODD_VALUES: readonly [unknown, ...unknown[]] = [
  null,
  true,
  [],
  {},
  -1,
  1e300,
  '',
  '\u0000',
  '💥'.repeat(50),
  { a: { b: [] } },
  [[[]]],
  'x'.repeat(5000),
  'sk_live_',
  '../../etc',
  "' OR 1=1 --",
]

/** The paths and members that the fuzz probe fills with odd values. */
const fuzzedMembers = (installation: string): readonly [path: string, members: string][] => [
  ['/agents/register', 'svc_id name version public_key manifest_hash'],
  ['/trust/headers', 'svc_id request_body_hash'],
  ['/trust/verify', 'svc_id signature context'],
  [
    '/installations/bootstrap',
    'install_token upstream_url capabilities heartbeat_interval_seconds',
  ],
  [
    '/installations/recovery',
    'agent_id workspace_id upstream_url capabilities heartbeat_interval_seconds',
  ],
  [`/installations/${installation}/refresh`, 'refresh_token'],
  [`/installations/${installation}/beacon/register`, 'platform metadata'],
]

/** Sends requests in which every member has an odd value. */
async function fuzz(context: ProbeContext): Promise<void> {
  const { key } = accountOf(context)
  const { random } = context
  const installation = installationId(context, 'first') ?? random.uuid()
  const requests = Array.from({ length: context.settings.fuzz }, (): RequestDraft => {
    // Values are drawn for all paths before one path is picked, so that the number of random values does not depend on the path that is
    // chosen.
    const drafts = fuzzedMembers(installation).map(([path, members]) => ({
      path,
      json: Object.fromEntries(members.split(' ').map((name) => [name, random.pick(ODD_VALUES)])),
    }))
    return random.pick(drafts as [RequestDraft, ...RequestDraft[]])
  })
  await context.sendAll(
    requests.map((request) => ({ ...request, headers: apiKeyHeader(key) })),
    4,
  )
}

/**
 * Operations on a resource that has to exist. Scans are left out because a platform may accept one before it knows whether the image
 * exists, and deletion because deleting what does not exist may succeed.
 */
export const RESOURCE_OPERATIONS = OPERATIONS.filter(({ id }) =>
  [
    'getWorkspace',
    'updateWorkspace',
    'listMembers',
    'createInstallToken',
    'registerBeacon',
    'revoke',
    'getPolicy',
    'trustProfile',
    'complianceReport',
  ].includes(id),
)

/** Returns well-formed identifiers of resources that do not exist. */
function unknownFixtures(context: ProbeContext, account: Account): Fixtures {
  const known = fixturesOf(context, account)
  return {
    context,
    org: known.org,
    svc_id: context.random.hex(64),
    installation: context.random.uuid(),
    get workspace() {
      return required(
        withOtherDigit(known.workspace),
        untested('The identifiers of workspaces have no digit that could be changed.'),
      )
    },
  }
}

/** Sends a request for a resource that does not exist. */
const unknownProbe = ({ id, method, path, json, plan, effect, after }: Operation): Probe => ({
  id: `unknown.${id}`,
  effect,
  after,
  run: async (context) => {
    const account = accountWith(context, plan)
    const known = fixturesOf(context, account)
    const unknown = unknownFixtures(context, account)
    return context.send({
      method,
      path: id === 'revoke' ? `/installations/${unknown.installation}/revoke` : path(unknown),
      headers: apiKeyHeader(account.key),
      ...(json ? { json: json(known) } : {}),
    })
  },
})

export const errorProbes: readonly Probe[] = [
  ...RESOURCE_OPERATIONS.map(unknownProbe),
  ...VALID_REQUESTS.flatMap((request) => [
    invalidProbe('malformed', request, malformed),
    invalidProbe('mistyped', request, mistyped),
  ]),
  ...WITH_REQUIRED_MEMBERS.map((request) => invalidProbe('emptied', request, emptied)),
  {
    id: 'errors.fuzz',
    effect: 'write',
    after: ['agent.register', 'install.first'],
    run: fuzz,
  },
]
