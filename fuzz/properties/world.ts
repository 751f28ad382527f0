import { table } from '../../generated/platform.table.ts'
import type { TableEntry } from '../../src/contract/typed.ts'
import { isBlank } from '../../src/domain/plain-text.ts'
import {
  NO_CREDENTIAL,
  send,
  type Credential,
  type TestResponse,
  type TestRequest,
} from '../../test/http/client.ts'
import { startPlatform } from '../../test/http/platform.ts'
import { credentialOf, newTenant, requestOf, type Tenant } from '../../test/http/requests.ts'
import { PLATFORM, readContract, type Operation } from './contract.ts'
import type { Target } from './operations.ts'
import { writeJson, type GeneratedRequest } from './requests.ts'

const entries = table as Readonly<Record<string, TableEntry>>

/** Members that contain identifiers or credentials. In a grounded request they are replaced with existing ones. */
const GROUNDED = new Set([
  'organization_id',
  'workspace_id',
  'agent_id',
  'install_token',
  'refresh_token',
  'email',
  'challenge_id',
  'pin',
  'requester_id',
  'svc_id',
  'skill',
  'target',
])
/**
 * The proof of a registration, which is never valid in a generated request, and the members that can require one. A grounded request omits
 * them.
 */
const PROVED = new Set(['proof', 'private', 'installable_by', 'installers'])
/** Operations whose success changes the tenant, so that later requests need a new one. */
const CONSUMING_OPERATIONS: ReadonlySet<string> = new Set([
  'verifyAdminPin',
  'createBrowserSession',
  'endAdminSession',
  'deleteWorkspace',
  'revokeInstallation',
  'recoverInstallation',
  'bootstrapInstallation',
  'judgeDispute',
  'acceptInvitation',
  'declineInvitation',
])
const SETTINGS = { log_level: 'error', response_gate: 'log', rate_limit_factor: 1_000_000 } as const

/**
 * Starts a platform in this process with a tenant that has a resource of every kind. Its response gate is permissive, because the
 * properties check the responses.
 */
export async function startWorld() {
  const platform = await startPlatform(SETTINGS)
  let tenant = await newTenant(platform)

  /** Converts a generated request. In a grounded one, identifiers and credentials are those of the tenant. */
  function requestFor(
    operation: Operation,
    drawn: GeneratedRequest,
    owner: Tenant = tenant,
  ): TestRequest {
    const { path, query, headers, body } = drawn.grounded
      ? substituteIds(operation, drawn, owner)
      : drawn
    const search = new URLSearchParams(query as [string, string][]).toString()
    return {
      method: operation.method,
      path:
        operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!)) +
        (search && `?${search}`),
      headers: {
        ...headers,
        ...credential(operation, owner, drawn.scheme),
        ...(operation.body && { 'Content-Type': 'application/json' }),
      },
      ...(operation.body && { body: writeJson(body, drawn.json_style) }),
    }
  }

  function credential(operation: Operation, owner: Tenant = tenant, index = 0): Credential {
    const scheme = operation.schemes[index] ?? operation.schemes[0]
    return scheme === undefined
      ? NO_CREDENTIAL
      : credentialOf(scheme, owner, entries[operation.id]!)
  }

  async function ask(operation: Operation, sent: TestRequest): Promise<TestResponse> {
    const got = await send(platform.server, sent)
    if (got.status < 300 && CONSUMING_OPERATIONS.has(operation.id))
      tenant = await newTenant(platform)
    return got
  }
  return {
    platform,
    requestFor,
    ask,
    tenant: () => tenant,
    /** Returns the request of the contract's example with the tenant's identifiers and credentials. */
    exampleOf: (operation: Operation, owner: Tenant = tenant): TestRequest => {
      const { body, headers, ...rest } = requestOf(entries[operation.id]!, owner)
      return {
        ...rest,
        headers: {
          ...headers,
          ...credential(operation, owner),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }
    },
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>

/** Substitutes the tenant's identifiers, except in the part that is invalid on purpose. */
function substituteIds(
  operation: Operation,
  drawn: GeneratedRequest,
  owner: Tenant,
): GeneratedRequest {
  const good = requestOf(entries[operation.id]!, owner)
  const ownSegments = good.path.split('?')[0]!.split('/')
  const isKept = (pointer: string): boolean =>
    drawn.invalid_part === pointer || drawn.invalid_part?.startsWith(`${pointer}/`) === true
  const segments = operation.path.split('/').flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    return name === undefined || isKept(`/path/${name}`)
      ? []
      : [[name, decodeURIComponent(ownSegments[index]!)] as const]
  })
  const ids: Readonly<Record<string, string>> = {
    organization_id: owner.organization_id,
    workspace_id: owner.workspace_id,
  }
  const goodHeaders = Object.fromEntries(
    Object.entries(good.headers ?? {}).filter(([name]) => !isKept(`/header/${name}`)),
  )
  return {
    ...drawn,
    path: { ...drawn.path, ...Object.fromEntries(segments) },
    headers: { ...drawn.headers, ...(goodHeaders as Record<string, string>) },
    query: drawn.query.map(([name, text]) => [
      name,
      isKept(`/query/${name}`) ? text : (ids[name] ?? text),
    ]),
    body:
      operation.id === 'registerAgent'
        ? substituteInBody(drawn.body, {}, PROVED, '/body', isKept)
        : substituteInBody(drawn.body, good.body ?? {}, GROUNDED, '/body', isKept),
  }
}

/** Replaces the named members with those of the example, and removes those that the example lacks. */
function substituteInBody(
  body: unknown,
  good: Readonly<Record<string, unknown>>,
  names: ReadonlySet<string>,
  at: string,
  isKept: (pointer: string) => boolean,
): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if (name === 'context')
        return [
          [
            name,
            substituteInBody(
              value,
              (good[name] ?? {}) as typeof good,
              names,
              `${at}/${name}`,
              isKept,
            ),
          ],
        ]
      if (!names.has(name) || isKept(`${at}/${name}`)) return [[name, value]]
      return Object.hasOwn(good, name) ? [[name, good[name]]] : []
    }),
  )
}

/** Members for which the contract has a rule that only its prose states, because a stricter pattern would be a breaking change. */
const RULES_IN_PROSE: Readonly<Record<string, readonly [name: string, (text: string) => string]>> =
  {
    openDispute: ['description', makeVisible],
    createDisputeComment: ['text', makeVisible],
    judgeDispute: ['reason', makeVisible],
    inviteMember: ['email', (text) => text.replace(/\.\d(?=[^.@]*$)/, '.x')],
  }

function makeVisible(text: string): string {
  return isBlank(text) ? text.replace(/^./su, 'x') : text
}

/** Changes the member of a generated body for which the contract has a rule in prose, unless it is invalid on purpose. */
function respectProse({ id }: Operation, drawn: GeneratedRequest): GeneratedRequest {
  const [name = '', change = String] = RULES_IN_PROSE[id] ?? []
  const { body, invalid_part } = drawn
  if (typeof body !== 'object' || body === null || invalid_part?.startsWith(`/body/${name}`))
    return drawn
  const text = (body as Readonly<Record<string, unknown>>)[name]
  return typeof text === 'string' ? { ...drawn, body: { ...body, [name]: change(text) } } : drawn
}

/** Returns the platform as the target of properties. Requests come from a tenant with the highest plan. */
export async function createPlatformTarget(world: World): Promise<Target> {
  return {
    name: 'platform',
    contract: await readContract(PLATFORM),
    requestFor: (operation, drawn) => world.requestFor(operation, respectProse(operation, drawn)),
    exampleOf: (operation) => world.exampleOf(operation),
    ask: world.ask,
    consuming: CONSUMING_OPERATIONS,
    mayRefuse: () => false,
    issuePaths: ({ body }) =>
      ((body?.issues ?? []) as readonly { readonly path: string }[]).map(({ path }) => path),
  }
}
