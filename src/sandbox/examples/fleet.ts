import { hashToken } from '../../domain/tokens.ts'
import type { AgentDetails, JsonObject } from '../../domain/records.ts'
import type { RegistrationFields } from '../../domain/crypto/svc-id.ts'
import type { CallContext } from '../../store/context.ts'
import { exampleOf, parameterOf, withoutPrefix } from './contract.ts'
import { expectKind, fixedContext } from './fixed-identifiers.ts'
import { ACME, REACH } from './people.ts'
import type { SeedServices } from './seed.ts'

interface Command {
  readonly command_id: string
  readonly type: 'set_interval'
  readonly reason: string
  readonly params: { readonly heartbeat_interval_seconds: number }
}
interface Installation {
  readonly installation_id: string
  readonly workspace_id: string
  readonly runtime_token?: string
  readonly refresh_token?: string
}

/** The installation to which the examples route tasks. It has to stay online. */
export const FIRST_INSTALLATION = exampleOf<Required<Installation>>('FirstCredentials')
const RECOVERED = exampleOf<Installation>('RecoveredCredentials')
/** The installations of the examples. An example that ends an installation or changes data that others read uses a separate one. */
const INSTALLATIONS: readonly Installation[] = [
  FIRST_INSTALLATION,
  {
    installation_id: RECOVERED.installation_id,
    workspace_id: RECOVERED.workspace_id,
  },
  {
    installation_id: parameterOf('RetiredInstallationId'),
    workspace_id: FIRST_INSTALLATION.workspace_id,
  },
  {
    installation_id: parameterOf('CommandedInstallationId'),
    workspace_id: FIRST_INSTALLATION.workspace_id,
  },
]
const WORKSPACES: readonly { readonly workspace_id: string; readonly name: string }[] = [
  exampleOf<{ workspace_id: string; name: string }>('AccountsPayable'),
  { workspace_id: RECOVERED.workspace_id, name: 'Accounts Receivable' },
  { workspace_id: parameterOf('ClosedWorkspaceId'), name: 'Closed books' },
]
const POLICY_ID = exampleOf('DefaultPolicy')['policy_id']!
const DAY_MINUTES = 1440
const LONGEST_INTERVAL_S = 3600

/** Creates the workspaces, the agent, the unused install tokens and the installations of the examples. */
export async function seedFleet(services: SeedServices, context: () => CallContext): Promise<void> {
  const { store, signer } = services
  const { organization_id } = ACME
  const { description } = exampleOf('CreateAccountsPayable')
  for (const { workspace_id, name } of WORKSPACES) {
    const ids = workspace_id === FIRST_INSTALLATION.workspace_id ? [withoutPrefix(POLICY_ID)] : []
    const created = await store.createWorkspace(fixedContext(context(), { ids }), {
      ...{ reach: REACH, organization_id, workspace_id, name, description, signer },
    })
    expectKind(created, 'created')
  }
  await registerAgent(services, context)
  for (const installation of INSTALLATIONS) await install(services, context, installation)
  await report(services, context)
  await sendCommand(services, context)
  for (const name of ['TokenForInvoiceReader', 'SpareTokenForInvoiceReader']) {
    const { token, token_id } = exampleOf<{ token: string; token_id: string }>(name)
    await createToken(services, context(), FIRST_INSTALLATION.workspace_id, { token, token_id })
  }
}

/** Registers the agent as if it had proved possession of its key, because a proof is valid for only ten minutes. */
async function registerAgent({ store }: SeedServices, context: () => CallContext): Promise<void> {
  const {
    svc_id,
    name,
    version,
    public_key,
    manifest_hash,
    proof: _,
    ...details
  } = exampleOf<RegistrationFields & AgentDetails & { readonly proof: unknown }>(
    'RegisterInvoiceReader',
  )
  const registered = await store.registerAgent(context(), {
    ...{ svc_id, name, version, public_key, manifest_hash },
    key_sound: true,
    organization_id: ACME.organization_id,
    proven: true,
    private: false,
    details,
  })
  expectKind(registered, 'registered')
}

async function createToken(
  { store }: SeedServices,
  context: CallContext,
  workspace_id: string,
  given: { readonly token?: string; readonly token_id?: string } = {},
): Promise<string> {
  const { token, token_id } = given
  const created = await store.createInstallToken(
    fixedContext(context, {
      ids: token_id === undefined ? [] : [withoutPrefix(token_id)],
      secrets: token === undefined ? [] : [token],
    }),
    {
      reach: REACH,
      workspace_id,
      agent_id: parameterOf('SvcIdParameter'),
      expiry_minutes: DAY_MINUTES,
    },
  )
  return expectKind(created, 'created').token
}

async function install(
  services: SeedServices,
  context: () => CallContext,
  { installation_id, workspace_id, runtime_token, refresh_token }: Installation,
): Promise<void> {
  const token = await createToken(services, context(), workspace_id)
  const { upstream_url, capabilities } = exampleOf<{
    upstream_url: string
    capabilities: readonly string[]
  }>('BootstrapInvoiceReader')
  const given = fixedContext(context(), {
    ids: [installation_id],
    // The refresh token is created before the runtime token.
    secrets: refresh_token && runtime_token ? [refresh_token, runtime_token] : [],
  })
  const first = await services.store.bootstrapInstallation(given, {
    token_hash: hashToken(token),
    body_hash: hashToken(token),
    details: { upstream_url, capabilities, heartbeat_interval_seconds: LONGEST_INTERVAL_S },
  })
  expectKind(first, 'first')
}

/** Reports the beacon and the health of the first installation. */
async function report({ store }: SeedServices, context: () => CallContext): Promise<void> {
  const { installation_id, runtime_token } = FIRST_INSTALLATION
  await store.registerBeacon(context(), {
    reach: REACH,
    installation_id,
    ...exampleOf<{ platform: string; metadata: JsonObject }>('InvoiceReaderRunsOnKubernetes'),
  })
  const { status, health_payload } = exampleOf<{ status: string; health_payload: JsonObject }>(
    'InvoiceReaderIsRunning',
  )
  const renewed = await store.renewLease(context(), {
    installation_id,
    token_hash: hashToken(runtime_token),
    heartbeat: { status, health_payload },
    jitter: 0,
  })
  expectKind(renewed, 'renewed')
}

async function sendCommand({ store }: SeedServices, context: () => CallContext): Promise<void> {
  const [{ command_id, type, reason, params }] = exampleOf<{ items: readonly [Command] }>(
    'CommandsOfInvoiceReader',
  ).items
  const given = fixedContext(context(), { ids: [withoutPrefix(command_id)] })
  const sent = await store.sendCommand(given, {
    reach: REACH,
    installation_id: parameterOf('CommandedInstallationId'),
    type,
    reason,
    params,
  })
  expectKind(sent, 'sent')
}
