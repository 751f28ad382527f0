import fc from 'fast-check'
import {
  bearer,
  cookie,
  send,
  apiKey,
  type TestResponse,
  type TestRequest,
} from '../../test/http/client.ts'
import { bootstrap, register } from '../../test/http/agents.ts'
import { newTenant, type Tenant } from '../../test/http/requests.ts'
import type { Operation } from './contract.ts'
import type { Target } from './operations.ts'
import { expectNone, deterministicProperty, property, type Property } from './property.ts'
import { validRequests, withOnlyCredential } from './requests.ts'
import type { World } from './world.ts'

/** Operations that end something are called last. */
const ENDING = ['deleteWorkspace', 'endAdminSession', 'revokeInstallation', 'recoverInstallation']
/** What the role of a viewer permits. */
const VIEWER_SCOPES = [
  'agents:read',
  'workspaces:read',
  'tokens:read',
  'installations:read',
  'policy:read',
  'trust:read',
  'images:read',
  'tasks:read',
  'network:read',
  'compliance:read',
  'disputes:read',
]
const PLANS = ['free', 'starter', 'professional', 'enterprise']

/**
 * Returns the properties of authorization. Except for quotas, the requests are valid, and only the credential or its plan is insufficient.
 */
export function accessProperties(world: World, target: Target): readonly Property[] {
  const { platform } = world
  const secured = target.contract.operations.filter(({ schemes }) => schemes.length > 0)
  const statusOf = async (sent: TestRequest): Promise<number> =>
    (await send(platform.server, sent)).status

  /** Returns the headers with which an operation accepts the API key or the session; none if it accepts only runtime tokens. */
  const credentialsFor = (
    operation: Operation,
    owner: Pick<Tenant, 'api_key'>,
    session: string,
  ): readonly Readonly<Record<string, string>>[] =>
    operation.schemes.flatMap((scheme): Readonly<Record<string, string>>[] =>
      scheme === 'ApiKey'
        ? [apiKey(owner.api_key)]
        : scheme === 'ApiKeyBearer'
          ? [bearer(owner.api_key)]
          : scheme === 'AdminSession'
            ? [bearer(session)]
            : scheme === 'AdminCookie'
              ? [cookie(session)]
              : [],
    )
  const namesResourcesOf = (
    { path, headers, body }: TestRequest,
    { organization_id, workspace_id, installed }: Tenant,
  ): boolean =>
    [organization_id, workspace_id, installed.installation_id].some((id) =>
      `${decodeURIComponent(path)} ${JSON.stringify(headers)} ${String(body)}`.includes(id),
    )

  const neighbour = deterministicProperty('denies access by another organization', async () => {
    const ours = world.tenant()
    const other = await newTenant(platform)
    const attempts = secured
      .flatMap((operation) => {
        const runtime = operation.schemes.includes('RuntimeToken')
          ? [bearer(other.installed.runtime_token)]
          : []
        return [...credentialsFor(operation, other, other.session), ...runtime].map(
          (credential) => ({
            operation,
            sent: withOnlyCredential(world.exampleOf(operation, ours), credential),
          }),
        )
      })
      .filter(({ sent }) => namesResourcesOf(sent, ours))
    for (const { operation, sent } of attempts) {
      const status = await statusOf(sent)
      expectNone(
        status === 404 || status === 403
          ? []
          : [`${operation.id} responds to another organization with ${status}`],
        sent.path,
      )
    }
    return attempts.length
  })

  const insufficient = deterministicProperty(
    'refuses keys without scopes, and requests that a viewer may not make',
    async () => {
      const ours = world.tenant()
      const api_key = await platform.apiKey(ours.organization_id, { scopes: [] })
      const email = `viewer@${ours.organization_id}.example`.replaceAll('_', '-').toLowerCase()
      await platform.member(ours.organization_id, email, 'viewer')
      const session = await platform.session(email)
      let tried = 0
      for (const operation of secured.filter(
        ({ required_scope }) => required_scope !== undefined,
      )) {
        for (const credential of credentialsFor(operation, { api_key }, session)) {
          const status = await statusOf(
            withOnlyCredential(world.exampleOf(operation, ours), credential),
          )
          const isKey = !Object.values(credential)[0]!.includes('adm_')
          const mayRead = !isKey && VIEWER_SCOPES.includes(operation.required_scope!)
          const isExpected = isKey ? status === 403 : mayRead || [403, 404].includes(status)
          expectNone(
            isExpected
              ? []
              : [
                  `${operation.id} responds to ${isKey ? 'a key without its scope' : 'a viewer'} with ${status}`,
                ],
            operation.path,
          )
          tried += 1
        }
      }
      return tried
    },
  )

  const plans = deterministicProperty(
    'responds with 402 to exactly the operations that a plan does not include',
    async () => {
      let tried = 0
      for (const [rank, plan] of (['free', 'starter', 'professional'] as const).entries()) {
        const owner = await newTenant(platform, plan)
        for (const operation of secured.toSorted(
          (a, b) => Number(ENDING.includes(a.id)) - Number(ENDING.includes(b.id)),
        )) {
          const status = await statusOf(world.exampleOf(operation, owner))
          const above = PLANS.indexOf(operation.required_plan ?? 'free') > rank
          expectNone(
            (status === 402) === above
              ? []
              : [`${operation.id} responds with ${status} on the ${plan} plan`],
            operation.path,
          )
          tried += 1
        }
      }
      return tried
    },
  )
  const validAbovePlan = property(
    'responds with 402 to every valid request above the plan',
    fc
      .constantFrom(
        ...target.contract.operations.filter(({ required_plan }) => required_plan !== undefined),
      )
      .chain((operation) => validRequests(operation).map((drawn) => ({ operation, drawn }))),
    async ({ operation, drawn }) => {
      const sent = world.requestFor(operation, drawn)
      const status = await statusOf(
        withOnlyCredential(
          sent,
          operation.schemes[0] === 'ApiKeyBearer'
            ? bearer(await freeKey())
            : apiKey(await freeKey()),
        ),
      )
      expectNone(
        status === 402 ? [] : [`${operation.id} responds with ${status} on the free plan`],
        sent.path,
      )
    },
  )
  let free: Promise<string> | undefined
  const freeKey = (): Promise<string> =>
    (free ??= platform.organization('free').then(({ api_key }) => api_key))

  const quotas = property(
    'admits exactly as many resources as the quota allows',
    fc.array(fc.constantFrom('workspace' as const, 'token' as const, 'boot' as const), {
      minLength: 30,
      maxLength: 60,
      size: 'max',
    }),
    async (all) => {
      const tenant = await platform.organization('free')
      const { api, organization_id, workspace_id } = tenant
      const agent = await register(tenant)
      let [workspaces, booted] = [1, 0]
      const tokens: string[] = []
      const isCreated = (what: string, { status, text }: TestResponse, room: boolean): boolean => {
        expectNone(status === (room ? 201 : 402) ? [] : [`${what} responds with ${status}`], text)
        return status === 201
      }
      const steps = {
        async workspace() {
          const got = await api.post(`/orgs/${organization_id}/workspaces`, { name: 'One more' })
          if (isCreated(`workspace ${workspaces + 1} of 3`, got, workspaces < 3)) workspaces += 1
        },
        async token() {
          const got = await api.post(`/workspaces/${workspace_id}/install-tokens`, {
            agent_id: agent.svc_id,
          })
          if (
            isCreated(
              `token ${tokens.length + 1} of 20 with ${booted} of 10 installations`,
              got,
              tokens.length < 20 && booted < 10,
            )
          )
            tokens.push(got.body.token as string)
        },
        async boot() {
          if (tokens.length === 0) return
          const got = await bootstrap(platform, tokens[0]!)
          if (isCreated(`installation ${booted + 1} of 10`, got, booted < 10))
            booted += Number(tokens.shift() !== undefined)
        },
      }
      for (const what of all) await steps[what]()
    },
    0.1,
  )
  return [neighbour, insufficient, plans, validAbovePlan, quotas]
}
