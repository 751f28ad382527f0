import type { ProbeContext, RequestDraft } from '../../engine/probe-context.ts'
import type { Probe, Unavailable } from '../../engine/types.ts'
import { installationId, installedAgent } from './fixtures.ts'
import {
  bootstrapRequest,
  createInstallToken,
  heartbeatRequest,
  installationSettings,
  keepTokens,
  refreshRequest,
  tokenOf,
} from './installation-requests.ts'
import {
  accountOf,
  apiKeyHeader,
  bearer,
  NO_INSTALL_TOKEN,
  NO_INSTALLATION,
  NO_SECOND_KEY,
  NO_WORKSPACE,
  registration,
  sendWithKey,
  stringAt,
  unavailability,
  workspaceId,
} from './target.ts'

const CONCURRENT_BOOTSTRAPS = 10

/** Registers a new agent, so that no other installation is affected, and creates an install token for it. */
async function prepareBootstrap(
  context: ProbeContext,
  name: string,
): Promise<Unavailable | undefined> {
  if (workspaceId(context) === undefined) return NO_WORKSPACE
  const json = registration(context)
  await sendWithKey(context, { path: '/agents/register', json })
  const token = await createInstallToken(context, name, String(json['svc_id']))
  return stringAt(token, '/token') === undefined ? NO_INSTALL_TOKEN : undefined
}

/** Records a registration, an install token and a bootstrap, in this order. */
const installProbe = (name: string): Probe => ({
  id: `install.${name}`,
  effect: 'write',
  after: ['workspace.create'],
  run: async (context): Promise<Unavailable | undefined> => {
    const missing = await prepareBootstrap(context, name)
    if (missing) return missing
    const request = bootstrapRequest(context, tokenOf('token', name))
    keepTokens(context, await context.send(request), name)
    return undefined
  },
})

/** Creates a probe that runs only if the installation exists. */
export const installationProbe = (
  id: string,
  installation: string,
  run: (context: ProbeContext) => Promise<unknown>,
  more: Partial<Probe> = {},
): Probe => ({
  id,
  effect: 'write',
  ...more,
  after: [`install.${installation}`, ...(more.after ?? [])],
  run: async (context) => {
    if (installationId(context, installation) === undefined) return NO_INSTALLATION
    const outcome = await run(context)
    return typeof outcome === 'object' && outcome !== null && 'kind' in outcome
      ? (outcome as Unavailable)
      : undefined
  },
})

const recoveryRequest = (context: ProbeContext): RequestDraft => ({
  path: '/installations/recovery',
  json: {
    agent_id: installedAgent(context, 'recovered'),
    workspace_id: workspaceId(context),
    ...installationSettings(context),
  },
})

/** The installations that the suite creates, so that the probes of one do not affect those of another. */
const INSTALLATIONS = [
  'first',
  'repeated',
  'other',
  'recovered',
  'leased',
  'revoked',
  'doomed',
  'late',
  'window',
] as const

const bootstrapProbes: readonly Probe[] = [
  // Nothing else needs this installation, so it is created right before, and the minute in which the token may be repeated has not passed.
  installationProbe('bootstrap.repeat', 'repeated', async (context) => {
    const request = bootstrapRequest(context, tokenOf('token', 'repeated'))
    keepTokens(context, await context.send(request), 'repeat')
  }),
  {
    id: 'bootstrap.unknown',
    effect: 'write',
    after: ['install.first'],
    run: async (context) => {
      for (const token of [`skt_${context.random.hex(43)}`, 'garbage'])
        await context.send(bootstrapRequest(context, token))
    },
  },
  {
    id: 'bootstrap.race',
    effect: 'write',
    after: ['workspace.create'],
    run: async (context): Promise<Unavailable | undefined> => {
      const missing = await prepareBootstrap(context, 'race')
      if (missing) return missing
      await context.sendAll(
        Array.from({ length: CONCURRENT_BOOTSTRAPS }, () =>
          bootstrapRequest(context, tokenOf('token', 'race')),
        ),
        CONCURRENT_BOOTSTRAPS,
      )
      return undefined
    },
  },
]

const refreshProbes: readonly Probe[] = [
  installationProbe('refresh', 'other', async (context) => {
    for (const name of ['refreshed', 'again'])
      keepTokens(context, await context.send(refreshRequest(context, 'other')), name)
  }),
  installationProbe(
    'refresh.kept',
    'repeated',
    async (context) => void (await context.send(refreshRequest(context, 'repeated'))),
    { after: ['bootstrap.repeat'] },
  ),
  installationProbe('refresh.unknown', 'other', async (context) => {
    await context.send({
      ...refreshRequest(context, 'other'),
      json: { refresh_token: `srf_${context.random.hex(43)}` },
    })
  }),
  installationProbe(
    'refresh.foreign',
    'other',
    async (context) => void (await context.send(refreshRequest(context, 'other', 'leased'))),
    { after: ['install.leased'] },
  ),
  installationProbe(
    'refresh.old',
    'other',
    async (context) => void (await context.send(heartbeatRequest(context, 'other'))),
    { after: ['refresh'] },
  ),
  installationProbe('recovery', 'recovered', async (context) => {
    const sent = await sendWithKey(context, recoveryRequest(context))
    return 'kind' in sent ? sent : void keepTokens(context, sent, 'recovery')
  }),
  installationProbe(
    'recovery.foreign',
    'recovered',
    async (context) => {
      const { second_org } = context.settings
      if (second_org === undefined) return NO_SECOND_KEY
      await context.send({ ...recoveryRequest(context), headers: apiKeyHeader(second_org.key) })
      return undefined
    },
    { after: ['recovery'] },
  ),
]

const leaseProbes: readonly Probe[] = [
  installationProbe(
    'lease',
    'leased',
    async (context) => void (await context.send(heartbeatRequest(context, 'leased'))),
  ),
  installationProbe(
    'lease.refused',
    'leased',
    async (context) => {
      const { path, json } = heartbeatRequest(context, 'leased')
      const account = accountOf(context.settings)
      const keys = account.kind === 'account' ? [bearer(account.key)] : []
      for (const headers of [{}, bearer(`srt_${context.random.hex(43)}`), ...keys])
        await context.send({ path, json, headers })
    },
    { after: ['lease'] },
  ),
  installationProbe(
    'lease.foreign',
    'leased',
    async (context) => void (await context.send(heartbeatRequest(context, 'leased', 'other'))),
    { after: ['lease', 'install.other'] },
  ),
  installationProbe(
    'revoke',
    'revoked',
    async (context) => {
      const sent = await sendWithKey(context, {
        path: `/installations/${installationId(context, 'revoked') ?? ''}/revoke`,
        json: { reason: 'conformance', shutdown_timeout_ms: 1000 },
      })
      if (!('kind' in sent)) await context.send(heartbeatRequest(context, 'revoked'))
      return unavailability(sent)
    },
    { effect: 'destructive' },
  ),
]

export const installationProbes: readonly Probe[] = [
  ...INSTALLATIONS.map(installProbe),
  ...bootstrapProbes,
  ...refreshProbes,
  ...leaseProbes,
]
