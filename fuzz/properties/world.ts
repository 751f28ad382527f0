import { table } from '../../generated/platform.table.ts'
import type { Config } from '../../src/config.ts'
import type { TableEntry } from '../../src/contract/typed.ts'
import { NOBODY, send, type Credential, type Got, type Sent } from '../../test/http/client.ts'
import { startPlatform } from '../../test/http/platform.ts'
import { credentialOf, newTenant, requestOf, type Tenant } from '../../test/http/requests.ts'
import type { Operation } from './contract.ts'
import { spell, type Drawn } from './requests.ts'

const entries = table as Readonly<Record<string, TableEntry>>

/** Members that name something, or open it: in a grounded request they are those of the world. */
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
/** After a success of these the tenant is not what it was. */
export const ENDING: ReadonlySet<string> = new Set([
  'verifyAdminPin',
  'createBrowserSession',
  'endAdminSession',
  'deleteWorkspace',
  'revokeInstallation',
  'recoverInstallation',
  'bootstrapInstallation',
  'judgeDispute',
])
const EASED = { log_level: 'error', response_gate: 'log', rate_limit_factor: 1_000_000 } as const

/** A platform in this process, with a tenant that has one of everything. Its gate lets everything pass: answers are judged from outside. */
export async function startWorld(settings: Partial<Config> = {}) {
  const platform = await startPlatform({ ...EASED, ...settings })
  let tenant = await newTenant(platform)

  /** What goes out. In a grounded request ids and credentials are a tenant's, everything else is as it was drawn. */
  function sentOf(operation: Operation, drawn: Drawn, owner: Tenant = tenant): Sent {
    const { path, query, headers, body } = drawn.grounded
      ? grounded(operation, drawn, owner)
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
      ...(operation.body && { body: spell(body, drawn.spelling) }),
    }
  }

  function credential(operation: Operation, owner: Tenant = tenant, index = 0): Credential {
    const scheme = operation.schemes[index] ?? operation.schemes[0]
    return scheme === undefined ? NOBODY : credentialOf(scheme, owner, entries[operation.id]!)
  }

  async function ask(operation: Operation, sent: Sent): Promise<Got> {
    const got = await send(platform.server, sent)
    if (got.status < 300 && ENDING.has(operation.id)) tenant = await newTenant(platform)
    return got
  }
  return {
    platform,
    sentOf,
    credential,
    ask,
    tenant: () => tenant,
    /** The request of the contract's example, with a tenant's names and credentials in it. */
    exampleOf: (operation: Operation, owner: Tenant = tenant): Sent => {
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

/** The same request with a tenant's names in it, but for what was broken on purpose. */
function grounded(operation: Operation, drawn: Drawn, owner: Tenant): Drawn {
  const good = requestOf(entries[operation.id]!, owner)
  const there = good.path.split('?')[0]!.split('/')
  const isKept = (pointer: string): boolean =>
    drawn.kept === pointer || drawn.kept?.startsWith(`${pointer}/`) === true
  const segments = operation.path.split('/').flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    return name === undefined || isKept(`/path/${name}`)
      ? []
      : [[name, decodeURIComponent(there[index]!)] as const]
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
    body: groundedBody(
      drawn.body,
      good.body ?? {},
      operation.id === 'registerAgent' ? new Set(['proof']) : GROUNDED,
      '/body',
      isKept,
    ),
  }
}

/** Members that name something become those of the example; what it does not name goes. */
function groundedBody(
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
            groundedBody(value, (good[name] ?? {}) as typeof good, names, `${at}/${name}`, isKept),
          ],
        ]
      if (!names.has(name) || isKept(`${at}/${name}`)) return [[name, value]]
      return Object.hasOwn(good, name) ? [[name, good[name]]] : []
    }),
  )
}
