import { required, type ProbeContext, type RequestDraft } from '../../engine/probe-context.ts'
import type { Probe } from '../../engine/types.ts'
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
  workspaceId,
} from './target.ts'

const CONCURRENT_BOOTSTRAPS = 10

/** Registers a new agent, so that no other installation is affected, and creates an install token for it. */
async function prepareBootstrap(context: ProbeContext, name: string): Promise<void> {
  required(workspaceId(context), NO_WORKSPACE)
  const json = registration(context)
  await sendWithKey(context, { path: '/agents/register', json })
  const token = await createInstallToken(context, name, String(json['svc_id']))
  required(stringAt(token, '/token'), NO_INSTALL_TOKEN)
}

/** Records a registration, an install token and a bootstrap, in this order. */
const installProbe = (name: string): Probe => ({
  id: `install.${name}`,
  effect: 'write',
  after: ['workspace.create'],
  run: async (context) => {
    await prepareBootstrap(context, name)
    const request = bootstrapRequest(context, tokenOf('token', name))
    keepTokens(context, await context.send(request), name)
  },
})

/** Creates a probe that runs only if the installation exists. */
export const installationProbe = (
  id: string,
  installation: string,
  run: Probe['run'],
  more: Partial<Probe> = {},
): Probe => ({
  id,
  effect: 'write',
  ...more,
  after: [`install.${installation}`, ...(more.after ?? [])],
  run: async (context) => {
    required(installationId(context, installation), NO_INSTALLATION)
    return run(context)
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
  // No earlier probe needs this installation, so it is created immediately before this one, within the minute in which its bootstrap may be
  // repeated.
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
    run: async (context) => {
      await prepareBootstrap(context, 'race')
      const request = bootstrapRequest(context, tokenOf('token', 'race'))
      await context.sendAll(
        Array.from({ length: CONCURRENT_BOOTSTRAPS }, () => request),
        CONCURRENT_BOOTSTRAPS,
      )
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
    (context) => context.send(refreshRequest(context, 'repeated')),
    { after: ['bootstrap.repeat'] },
  ),
  installationProbe('refresh.unknown', 'other', (context) =>
    context.send({
      ...refreshRequest(context, 'other'),
      json: { refresh_token: `srf_${context.random.hex(43)}` },
    }),
  ),
  installationProbe(
    'refresh.foreign',
    'other',
    (context) => context.send(refreshRequest(context, 'other', 'leased')),
    { after: ['install.leased'] },
  ),
  installationProbe(
    'refresh.old',
    'other',
    (context) => context.send(heartbeatRequest(context, 'other')),
    { after: ['refresh'] },
  ),
  installationProbe('recovery', 'recovered', async (context) => {
    keepTokens(context, await sendWithKey(context, recoveryRequest(context)), 'recovery')
  }),
  installationProbe(
    'recovery.foreign',
    'recovered',
    async (context) => {
      const { key } = required(context.settings.second_org, NO_SECOND_KEY)
      return context.send({ ...recoveryRequest(context), headers: apiKeyHeader(key) })
    },
    { after: ['recovery'] },
  ),
]

const leaseProbes: readonly Probe[] = [
  installationProbe('lease', 'leased', (context) =>
    context.send(heartbeatRequest(context, 'leased')),
  ),
  installationProbe(
    'lease.refused',
    'leased',
    async (context) => {
      const { path, json } = heartbeatRequest(context, 'leased')
      const apiKey = bearer(accountOf(context).key)
      for (const headers of [{}, bearer(`srt_${context.random.hex(43)}`), apiKey])
        await context.send({ path, json, headers })
    },
    { after: ['lease'] },
  ),
  installationProbe(
    'lease.foreign',
    'leased',
    (context) => context.send(heartbeatRequest(context, 'leased', 'other')),
    { after: ['lease', 'install.other'] },
  ),
  installationProbe(
    'revoke',
    'revoked',
    async (context) => {
      await sendWithKey(context, {
        path: `/installations/${installationId(context, 'revoked') ?? ''}/revoke`,
        json: { reason: 'conformance', shutdown_timeout_ms: 1000 },
      })
      return context.send(heartbeatRequest(context, 'revoked'))
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
