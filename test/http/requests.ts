import { resolveDestination } from '../../src/domain/audit/exports.ts'
import type { Plan } from '../../src/domain/organizations/plans.ts'
import type { TableEntry } from '../../src/contract/typed.ts'
import { agentIdentity, install, installToken, type Installed } from './agents.ts'
import {
  apiKey,
  bearer,
  cookie,
  NO_CREDENTIAL,
  type Credential,
  type TestRequest,
} from './client.ts'
import {
  exampleAliases,
  exampleParameter,
  exampleValue,
  exampleIds,
  parametersOf,
  requestExampleOf,
  type IdKind,
} from './contract.ts'
import type { TestOrganization, TestPlatform } from './platform.ts'

/** An organization with one resource of each kind that a request can refer to. */
export interface Tenant extends TestOrganization {
  readonly installed: Installed
  readonly session: string
  /** The session of an operator who belongs to no organization. */
  readonly operator_session: string
  readonly ids: Readonly<Record<IdKind, string>>
  /** The replacements of identifiers in the contract's examples. */
  readonly replacements: Readonly<Record<string, string>>
}

/** Values of the examples that are different on a running platform. */
const EXAMPLE = {
  email: String((exampleValue('AdaTypesPin') as { email: string }).email),
  challenge: (exampleValue('AdaTypesPin') as { challenge_id: string }).challenge_id,
  pin: (exampleValue('AdaTypesPin') as { pin: string }).pin,
  browserChallenge: (exampleValue('AdaTypesPinInBrowser') as { challenge_id: string }).challenge_id,
  browserPin: (exampleValue('AdaTypesPinInBrowser') as { pin: string }).pin,
  installToken: (exampleValue('BootstrapInvoiceReader') as { install_token: string }).install_token,
  refreshToken: (exampleValue('RefreshInvoiceReader') as { refresh_token: string }).refresh_token,
  exportId: (exampleValue('LogsAreExported') as { export_id: string }).export_id,
  disputeId: String(exampleParameter('DisputeId')),
  judgedDisputeId: String(exampleParameter('JudgedDisputeId')),
  userId: String(exampleParameter('UserId')),
  formerMemberId: String(exampleParameter('FormerMemberId')),
  invitationId: String(exampleParameter('InvitationIdParameter')),
  ownInvitationId: String(exampleParameter('OwnInvitationId')),
  declinedInvitationId: String(exampleParameter('DeclinedInvitationId')),
  keyId: String(exampleParameter('KeyId')),
  tokenId: String(exampleParameter('TokenId')),
  signature: (exampleValue('InvoiceReaderCalls') as { signature: string }).signature,
}

/** The image of the examples, which was scanned for every tenant. */
const IMAGE = String(exampleParameter('ImageRef'))

export async function newTenant(
  platform: TestPlatform,
  plan: Plan = 'enterprise',
): Promise<Tenant> {
  const owner = await platform.organization(plan)
  const installed = await install(platform, owner, undefined, {
    capabilities: ['extract_invoice'],
    upstream_url: 'https://invoices.acme.example/a2a/tasks',
  })
  const unused = await installToken(owner, installed.agent.svc_id)
  const spare = await owner.api.post(`/workspaces/${owner.workspace_id}/install-tokens`, {
    agent_id: installed.agent.svc_id,
  })
  const colleague = await platform.member(
    owner.organization_id,
    `colleague.${owner.email}`,
    'developer',
  )
  const invite = async (organization_id: string, email: string) => {
    const invited = await platform.store.inviteAsOperator(platform.context(), {
      organization_id,
      email,
      role: 'developer',
    })
    if (invited.kind !== 'created') throw new Error(invited.kind)
    return invited.invitation.invitation_id
  }
  const invitation = await invite(owner.organization_id, `invited.${owner.email}`)
  const inviting = await platform.store.createOrganization(platform.context(), {
    name: 'Inviting',
    plan: 'free',
  })
  const own_invitation = await invite(inviting.organization_id, owner.email)
  // A key can revoke only itself, and keys that it or such a key has created.
  const second = await owner.api.post(`/orgs/${owner.organization_id}/api-keys`, { name: 'Spare' })
  const disputed = await owner.api.post(`/agents/${installed.agent.svc_id}/disputes`, {
    issue_type: 'policy_violation',
    description: 'It was asked not to.',
  })
  // The first use of a runtime token is recorded, which would appear as a change in tests.
  await platform.as(bearer(installed.runtime_token)).get(`/workspaces/${owner.workspace_id}/policy`)
  const session = await platform.session(owner.email)
  const operator_session = await platform.operatorSession(`operator.${owner.email}`)
  await owner.api.post(`/images/${encodeURIComponent(IMAGE)}/scan`)
  const requestSignIn = async () => {
    const challenge = await platform.as({}).post('/admin/auth/request-pin', { email: owner.email })
    await platform.runUntilIdle()
    return {
      challenge_id: challenge.body.challenge_id as string,
      pin: platform.pinFor(owner.email)!,
    }
  }
  const [apiSignIn, browserSignIn] = [await requestSignIn(), await requestSignIn()]
  const { reach, organization_id } = owner
  const master_keys = platform.services.master_keys.ring()
  const resolved_destination = resolveDestination(
    'logs',
    { url: 'https://intake.example', credential: 'k' },
    {},
  )
  const exported = await platform.store.createExport(platform.context(), {
    reach,
    organization_id,
    limit: 1,
    destination: 'logs',
    options: {},
    resolved_destination,
    master_keys,
  })
  if (exported.kind !== 'accepted') throw new Error(exported.kind)
  await platform.runUntilIdle()
  const ids = {
    organization: owner.organization_id,
    workspace: owner.workspace_id,
    installation: installed.installation_id,
    agent: installed.agent.svc_id,
  }
  return {
    ...owner,
    installed,
    session,
    operator_session,
    ids,
    replacements: {
      [EXAMPLE.email]: owner.email,
      [EXAMPLE.challenge]: apiSignIn.challenge_id,
      [EXAMPLE.pin]: apiSignIn.pin,
      [EXAMPLE.browserChallenge]: browserSignIn.challenge_id,
      [EXAMPLE.browserPin]: browserSignIn.pin,
      [EXAMPLE.installToken]: unused,
      [EXAMPLE.refreshToken]: installed.refresh_token,
      [EXAMPLE.exportId]: exported.job.export_id,
      [EXAMPLE.disputeId]: disputed.body.dispute_id as string,
      [EXAMPLE.judgedDisputeId]: disputed.body.dispute_id as string,
      [EXAMPLE.userId]: colleague!.user_id,
      [EXAMPLE.formerMemberId]: colleague!.user_id,
      [EXAMPLE.invitationId]: invitation,
      [EXAMPLE.ownInvitationId]: own_invitation,
      [EXAMPLE.declinedInvitationId]: own_invitation,
      [EXAMPLE.keyId]: second.body.key_id as string,
      [EXAMPLE.tokenId]: spare.body.token_id as string,
      [EXAMPLE.signature]: installed.agent.trust({ workspace_id: owner.workspace_id }).signature,
    },
  }
}

/** Returns the contract's example of an operation's request with a tenant's identifiers. Registrations are always new. */
export function requestOf(
  operation: TableEntry,
  { ids, replacements }: Pick<Tenant, 'ids' | 'replacements'>,
): TestRequest & { readonly body?: Readonly<Record<string, unknown>> } {
  const example = requestExampleOf(operation)
  const parameters = parametersOf(operation).filter((parameter) => parameter.example !== undefined)
  const parametersIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, example: value }) => [name, String(value)]),
    )
  const template = {
    path: parametersIn('path'),
    query: parametersIn('query'),
    headers: parametersIn('header'),
    body: example === undefined ? undefined : exampleValue(example),
  }
  const { path, query, headers, body } = fillIn(template, {
    ...replacements,
    ...Object.fromEntries(
      Object.entries(exampleIds).map(([kind, text]) => [text, ids[kind as IdKind]]),
    ),
    ...Object.fromEntries(exampleAliases.map(([text, kind]) => [text, ids[kind]])),
  })
  const search = new URLSearchParams(query).toString()
  return {
    method: operation.method,
    headers,
    path:
      operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!)) +
      (search && `?${search}`),
    ...(body !== undefined && {
      body:
        operation.id === 'registerAgent'
          ? { ...(body as object), ...agentIdentity().registration, proof: undefined }
          : (body as object),
    }),
  } as ReturnType<typeof requestOf>
}

function fillIn<T>(template: T, replacements: Readonly<Record<string, string>>): T {
  const text = Object.entries(replacements).reduce(
    (text, [example, value]) => text.replaceAll(example, value),
    JSON.stringify(template),
  )
  return JSON.parse(text) as T
}

/** The identifiers that only filter. With an unknown one, or that of another tenant, the result is empty. */
export const FILTERS: Partial<Record<string, IdKind>> = {
  searchInstallations: 'agent',
  listAuditLogs: 'workspace',
  searchAuditLogs: 'workspace',
  searchAgents: 'workspace',
  listTasks: 'agent',
  listInstallations: 'agent',
  listDisputes: 'agent',
}

/** Well-formed identifiers that do not exist. */
export const UNKNOWN_IDS: Tenant['ids'] = {
  organization: 'org_nowhere',
  workspace: 'ws_nowhere',
  installation: '00000000-0000-7000-8000-000000000000',
  agent: 'f'.repeat(64),
}

/** Returns the kinds of the tenant's identifiers that a request of this operation contains. */
export function idKindsIn(operation: TableEntry): IdKind[] {
  const markers = Object.fromEntries(
    Object.keys(exampleIds).map((kind) => [kind, `<${kind}>`]),
  ) as Record<IdKind, string>
  const { path, headers, body } =
    operation.id === 'registerAgent'
      ? { path: '', headers: {}, body: {} }
      : requestOf(operation, { ids: markers, replacements: {} })
  const text = decodeURIComponent(path) + JSON.stringify([headers, body])
  return (Object.keys(exampleIds) as IdKind[]).filter((kind) => text.includes(markers[kind]))
}

/** Returns a tenant's credential for one of the contract's schemes; for operator operations that of the operator. */
export function credentialOf(
  scheme: string,
  { api_key, installed, ...sessions }: Tenant,
  { tag }: Pick<TableEntry, 'tag'> = { tag: '' },
): Credential {
  const session = tag === 'operator' ? sessions.operator_session : sessions.session
  switch (scheme) {
    case 'ApiKey':
      return apiKey(api_key)
    case 'ApiKeyBearer':
      return bearer(api_key)
    case 'AdminSession':
      return bearer(session)
    case 'AdminCookie':
      return cookie(session)
    case 'RuntimeToken':
      return bearer(installed.runtime_token)
    default:
      throw new Error(`There is no credential for the scheme ${scheme}`)
  }
}
/** Returns the first credential that an operation accepts. */
export const defaultCredential = (operation: TableEntry, tenant: Tenant): Credential =>
  operation.security.length === 0
    ? NO_CREDENTIAL
    : credentialOf(operation.security[0]![0]!, tenant, operation)
/** Returns the request with a credential. */
export const withCredential = (request: TestRequest, credential: Credential): TestRequest => ({
  ...request,
  headers: { ...request.headers, ...credential },
})
