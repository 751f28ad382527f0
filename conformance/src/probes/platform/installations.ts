import { untested, type Lab, type Sketch } from '../../engine/lab.ts'
import type { Exchange, Probe, Unavailable } from '../../engine/types.ts'
import { OPERATIONS, upstream, worldOf } from './operations.ts'
import {
  accountOf,
  allows,
  ask,
  bearer,
  keyed,
  NO_INSTALLATION,
  NO_WORKSPACE,
  only,
  registration,
  sentJson,
  textAt,
  workspaceIdOf,
  type Json,
} from './target.ts'

const SECRETS = { token: 'INSTALL', runtime_token: 'RUNTIME', refresh_token: 'REFRESH' } as const
type Member = keyof typeof SECRETS
const named = (member: Member, name: string): string =>
  `SVC_${SECRETS[member]}_${name.toUpperCase().replace(/\W/g, '_')}`
export const held = (member: Member, name: string): string => `{{${named(member, name)}}}`

/** Keeps what an answer gave away, for the requests that follow. */
export function keep(lab: Lab, exchange: Exchange, name: string): Exchange {
  for (const member of Object.keys(SECRETS) as Member[]) {
    const value = textAt(exchange, `/${member}`)
    if (value !== undefined) lab.secret(named(member, name), value)
  }
  return exchange
}

const runs = (lab: Lab): Json => ({
  upstream_url: upstream(lab),
  capabilities: ['count_words'],
  heartbeat_interval_seconds: 60,
})
export const bootstrap = (lab: Lab, install_token: string, how = runs(lab)): Sketch => ({
  path: '/installations/bootstrap',
  json: { install_token, ...how },
})
export const lease = (lab: Lab, installation: string, name: string): Sketch => ({
  path: `/installations/${idOf(lab, installation)}/lease`,
  headers: bearer(held('runtime_token', name)),
  json: { status: 'running', heartbeat_interval_seconds: 60, health_payload: { ok: true } },
})
export const refresh = (lab: Lab, installation: string, name = installation): Sketch => ({
  path: `/installations/${idOf(lab, installation)}/refresh`,
  json: { refresh_token: held('refresh_token', name) },
})

const idOf = (lab: Lab, name: string): string =>
  textAt(lab.seen(`install.${name}`)[2], '/installation_id') ?? ''
export const workspaceId = (lab: Lab): string | undefined =>
  workspaceIdOf(lab.seen('workspace.create')[0], lab.settings)

/** Asks for an install token and keeps it. Without minutes the default holds. */
export async function issue(
  lab: Lab,
  name: string,
  agent_id: string,
  minutes?: number,
): Promise<Exchange | undefined> {
  const told = await ask(lab, {
    path: `/workspaces/${workspaceId(lab) ?? ''}/install-tokens`,
    json: { agent_id, ...(minutes === undefined ? {} : { expiry_minutes: minutes }) },
  })
  return 'kind' in told ? undefined : keep(lab, told, name)
}

/** Registers an agent of its own, so that what is done to one installation is not felt by another. */
async function register(lab: Lab): Promise<string> {
  const json = registration(lab)
  await ask(lab, { path: '/agents/register', json })
  return String(json['svc_id'])
}

/** An agent with an installation: a registration, an install token and a bootstrap, in this order. */
const install = (name: string): Probe => ({
  id: `install.${name}`,
  effect: 'write',
  after: ['workspace.create'],
  run: async (lab): Promise<Unavailable | undefined> => {
    if (workspaceId(lab) === undefined) return NO_WORKSPACE
    const token = await issue(lab, name, await register(lab))
    if (textAt(token, '/token') === undefined) return untested('No install token was given out.')
    keep(lab, await lab.send(bootstrap(lab, held('token', name))), name)
    return undefined
  },
})

/** Sends when the installation is there. */
const on = (
  id: string,
  installation: string,
  run: (lab: Lab) => Promise<unknown>,
  more: Partial<Probe> = {},
): Probe => ({
  id,
  effect: 'write',
  ...more,
  after: [`install.${installation}`, ...(more.after ?? [])],
  run: async (lab) => {
    if (idOf(lab, installation) === '') return NO_INSTALLATION
    const told = await run(lab)
    return typeof told === 'object' && told !== null && 'kind' in told
      ? (told as Unavailable)
      : undefined
  },
})

const agentOf = (lab: Lab, name: string): string =>
  String(sentJson(lab.seen(`install.${name}`)[0])['svc_id'])
const recovery = (lab: Lab): Sketch => ({
  path: '/installations/recovery',
  json: { agent_id: agentOf(lab, 'recovered'), workspace_id: workspaceId(lab), ...runs(lab) },
})

const tokens = (
  id: string,
  run: (lab: Lab, agent: string, workspace: string) => Promise<unknown>,
): Probe => ({
  id,
  effect: 'write',
  after: ['workspace.create', 'agent.register'],
  run: async (lab): Promise<Unavailable | undefined> => {
    const workspace = workspaceId(lab)
    if (workspace === undefined) return NO_WORKSPACE
    await run(lab, String(sentJson(lab.seen('agent.register').at(-1))['svc_id']), workspace)
    return undefined
  },
})

const RACERS = 10
const MANY = 50

export const tokenProbes: readonly Probe[] = [
  tokens('token.default', (lab, agent) => issue(lab, 'default', agent)),
  tokens('token.minutes', async (lab, agent) => {
    for (const minutes of [1, 5, 60]) await issue(lab, 'minutes', agent, minutes)
  }),
  tokens('token.odd', async (lab, agent) => {
    for (const minutes of [0, -1]) await issue(lab, 'odd', agent, minutes)
  }),
  tokens('token.many', async (lab, agent, workspace) => {
    const account = accountOf(lab.settings)
    if (account.kind !== 'account') return
    await lab.sendAll(
      Array.from({ length: MANY }, () => ({
        path: `/workspaces/${workspace}/install-tokens`,
        headers: keyed(account.key),
        json: { agent_id: agent, expiry_minutes: 1 },
      })),
      10,
    )
  }),
]

/** Everything that the interface lets one read, in which a token might be shown again. */
const SHOWS: Probe = {
  id: 'token.shown',
  effect: 'read',
  after: ['token.default', 'agent.register', 'workspace.get'],
  run: async (lab) => {
    const account = accountOf(lab.settings)
    if (account.kind !== 'account') return account
    const readable = OPERATIONS.filter(
      ({ id, method, plan }) =>
        method === 'GET' &&
        allows(account.plan, plan) &&
        (id !== 'scanReport' || lab.settings.extra['image-ref'] !== undefined),
    )
    for (const { path } of readable) await ask(lab, { path: path(worldOf(lab, account)) })
    await lab.send({
      path: '/tasks',
      headers: { ...bearer(account.key), 'X-Workspace-ID': workspaceId(lab) ?? '' },
    })
    return undefined
  },
}

const PARTIES = [
  'first',
  'other',
  'race',
  'recovered',
  'leased',
  'revoked',
  'doomed',
  'late',
  'window',
] as const

export const installationProbes: readonly Probe[] = [
  SHOWS,
  ...PARTIES.filter((name) => name !== 'race').map(install),
  on(
    'bootstrap.repeat',
    'first',
    async (lab) => void keep(lab, await lab.send(bootstrap(lab, held('token', 'first'))), 'repeat'),
  ),
  {
    id: 'bootstrap.unknown',
    effect: 'write',
    after: ['install.first'],
    run: async (lab) => {
      for (const token of [`skt_${lab.random.hex(43)}`, 'garbage'])
        await lab.send(bootstrap(lab, token))
    },
  },
  {
    id: 'bootstrap.race',
    effect: 'write',
    after: ['workspace.create'],
    run: async (lab): Promise<Unavailable | undefined> => {
      if (workspaceId(lab) === undefined) return NO_WORKSPACE
      const token = await issue(lab, 'race', await register(lab))
      if (textAt(token, '/token') === undefined) return untested('No install token was given out.')
      await lab.sendAll(
        Array.from({ length: RACERS }, () => bootstrap(lab, held('token', 'race'))),
        RACERS,
      )
      return undefined
    },
  },
  on('refresh', 'other', async (lab) => {
    for (const name of ['refreshed', 'again'])
      keep(lab, await lab.send(refresh(lab, 'other')), name)
  }),
  on('refresh.kept', 'first', async (lab) => void (await lab.send(refresh(lab, 'first'))), {
    after: ['bootstrap.repeat'],
  }),
  on(
    'refresh.unknown',
    'other',
    async (lab) =>
      void (await lab.send({
        ...refresh(lab, 'other'),
        json: { refresh_token: `srf_${lab.random.hex(43)}` },
      })),
  ),
  on(
    'refresh.foreign',
    'other',
    async (lab) => void (await lab.send(refresh(lab, 'other', 'leased'))),
    { after: ['install.leased'] },
  ),
  on('refresh.old', 'other', async (lab) => void (await lab.send(lease(lab, 'other', 'other'))), {
    after: ['refresh'],
  }),
  on('recovery', 'recovered', async (lab) => {
    const told = await ask(lab, recovery(lab))
    return 'kind' in told ? told : void keep(lab, told, 'recovery')
  }),
  on(
    'recovery.foreign',
    'recovered',
    async (lab) => {
      const { second_org } = lab.settings
      if (second_org === undefined)
        return untested('Give the key of another organization, as --second-org ID=ENVVAR.')
      await lab.send({ ...recovery(lab), headers: keyed(second_org.key) })
      return undefined
    },
    { after: ['recovery'] },
  ),
  on('lease', 'leased', async (lab) => void (await lab.send(lease(lab, 'leased', 'leased')))),
  on(
    'lease.refused',
    'leased',
    async (lab) => {
      const { path, json } = lease(lab, 'leased', 'leased')
      const account = accountOf(lab.settings)
      const keys = account.kind === 'account' ? [bearer(account.key)] : []
      for (const headers of [{}, bearer(`srt_${lab.random.hex(43)}`), ...keys])
        await lab.send({ path, json, headers })
    },
    { after: ['lease'] },
  ),
  on(
    'lease.foreign',
    'leased',
    async (lab) => void (await lab.send(lease(lab, 'leased', 'other'))),
    { after: ['lease', 'install.other'] },
  ),
  on(
    'revoke',
    'revoked',
    async (lab) => {
      const told = await ask(lab, {
        path: `/installations/${idOf(lab, 'revoked')}/revoke`,
        json: { reason: 'conformance', shutdown_timeout_ms: 1000 },
      })
      if (!('kind' in told)) await lab.send(lease(lab, 'revoked', 'revoked'))
      return only(told)
    },
    { effect: 'destructive' },
  ),
]

/** Moves the platform's clock, after everything that looks at its time; or waits, where that was allowed and takes a minute. */
async function move(lab: Lab, seconds: number): Promise<Unavailable | undefined> {
  const { clock_url, slow } = lab.settings
  const short = seconds <= MINUTE_S + 1
  if (clock_url !== undefined)
    await lab.send({ path: clock_url, json: { advance_seconds: seconds } })
  else if (slow && short) await lab.wait(seconds * 1000)
  else
    return untested(
      `Give --clock-url URL, which moves the platform's clock: this takes time to pass.${short ? ' With --slow it is waited for.' : ''}`,
    )
  return undefined
}

const MINUTE_S = 60
const DAY = 86_400

export const clockProbes: readonly Probe[] = [
  {
    id: 'clock.now',
    effect: 'write',
    run: (lab) =>
      lab.settings.clock_url === undefined
        ? Promise.resolve(untested('Give --clock-url URL.'))
        : move(lab, 0),
  },
  on('clock.window', 'window', async (lab) => {
    const missing = await move(lab, 61)
    if (!missing) await lab.send(bootstrap(lab, held('token', 'window')))
    return missing
  }),
  tokens('clock.issued', (lab, agent) => issue(lab, 'expired', agent, 1)),
  {
    id: 'clock.expired',
    effect: 'write',
    after: ['clock.issued', 'install.first'],
    run: async (lab) => {
      if (textAt(lab.seen('clock.issued')[0], '/token') === undefined)
        return untested('No install token was given out.')
      const missing = await move(lab, 61)
      if (!missing) await lab.send(bootstrap(lab, held('token', 'expired')))
      return missing
    },
  },
  on('clock.near', 'late', async (lab) => {
    const { clock_url } = lab.settings
    if (clock_url === undefined) return move(lab, 84 * DAY)
    keep(lab, await lab.send(refresh(lab, 'late')), 'late')
    await move(lab, 84 * DAY)
    await lab.send(lease(lab, 'late', 'late'))
    return undefined
  }),
  on(
    'clock.gone',
    'late',
    async (lab) => {
      const missing = await move(lab, 91 * DAY)
      if (!missing) await lab.send(refresh(lab, 'late'))
      return missing
    },
    { after: ['clock.near'] },
  ),
]
