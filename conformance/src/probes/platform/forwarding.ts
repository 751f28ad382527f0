import { notApplicable, untested, type Lab } from '../../engine/lab.ts'
import type { Exchange, Probe, Unavailable } from '../../engine/types.ts'
import { header } from '../../engine/http.ts'
import { createRandom } from '../../engine/random.ts'
import { canonical, keyPair, sha256, type KeyPair } from '../../judge/signatures.ts'
import { HOSTED, HOSTED_TASKS, hostedAgent, type Hosted } from './hosted-agent.ts'
import { INTAKE } from './operations.ts'
import { bootstrap, held, issue, keep, lease, workspaceId } from './installations.ts'
import {
  accountOf,
  ask,
  NO_INSTALLATION,
  NO_ORG,
  NO_WORKSPACE,
  only,
  sentJson,
  textAt,
  type Json,
} from './target.ts'

const UNREACHED = untested(
  'Give --listen HOST:PORT, and --listen-url URL where the platform reaches it, so that it has an agent to forward tasks to.',
)
/** How long a task may take to arrive when it was not forwarded at once. */
const PATIENCE_MS = 2000
const TEXTS = ['Say this back.', 'And this as well: Grüße, 1 2 3.'] as const

/** A name that a platform changes if it changes any: upper and lower case, a hyphen and an underscore. */
const skillOf = (lab: Lab): string => lab.settings.extra['skill'] ?? 'Conformance-Suite_echo'
const routed = (lab: Lab, place: number) => lab.seen('install.routed')[place]

/** The agent of the suite: registered, installed at the address where the suite listens, and alive. */
async function install(lab: Lab): Promise<Unavailable | undefined> {
  if (lab.address === undefined) return UNREACHED
  if (workspaceId(lab) === undefined) return NO_WORKSPACE
  const { json, sign } = identity(lab)
  const [skill, url, { issuer }] = [skillOf(lab), lab.address + HOSTED, lab.settings]
  lab.answer(
    HOSTED,
    hostedAgent({
      svc_id: String(json['svc_id']),
      skill,
      url,
      sign,
      ...(issuer === undefined ? {} : { issuer }),
    }),
  )
  await ask(lab, { path: '/agents/register', json })
  if (textAt(await issue(lab, 'routed', String(json['svc_id'])), '/token') === undefined)
    return untested('No install token was given out.')
  const runs = {
    upstream_url: lab.address + HOSTED_TASKS,
    capabilities: [skill],
    heartbeat_interval_seconds: 60,
  }
  keep(lab, await lab.send(bootstrap(lab, held('token', 'routed'), runs)), 'routed')
  if (textAt(routed(lab, 2), '/installation_id') === undefined) return NO_INSTALLATION
  await lab.send(lease(lab, 'routed', 'routed'))
  return undefined
}

/**
 * Returns the suite's agent with a key of its own, which is the same for every probe of a run. Its identifier is the hash of its fields
 * (docs/specification/agents.md#content-address).
 */
function identity({ settings }: Lab): {
  readonly json: Json
  readonly signed: KeyPair['signed']
  readonly sign: NonNullable<Hosted['sign']>
} {
  const random = createRandom(settings.seed, 'suite.agent')
  const { public_key, signed } = keyPair(random.hex(64))
  const fields = {
    name: `conformance ${random.hex(6)}`,
    version: '1.0.0',
    public_key,
    manifest_hash: random.hex(64),
  }
  return {
    json: { svc_id: sha256(canonical(fields) ?? ''), ...fields },
    signed,
    sign: (claims) => signed('answer', claims),
  }
}

/** The time by the platform's clock, as far as it tells it. */
function timeAt(lab: Lab): string {
  const now = lab
    .seen('clock.routed')
    .map((told) => textAt(told, '/now'))
    .find((told) => told !== undefined)
  const [made] = lab.seen('workspace.create')
  const date =
    made?.outcome.kind === 'answer' ? Date.parse(header(made.outcome, 'Date') ?? '') : Number.NaN
  return now ?? new Date(Number.isNaN(date) ? (made?.outcome.at ?? 0) : date).toISOString()
}

/** Registers the suite's agent with a proof by its key, which names the organization (docs/specification/trust.md#registration). */
async function prove(lab: Lab): Promise<Unavailable | undefined> {
  const { issuer } = lab.settings
  const account = accountOf(lab.settings)
  if (issuer === undefined)
    return notApplicable(
      'No issuer was given; with --issuer TEXT what the platform makes of a proof is told.',
    )
  if (account.kind !== 'account') return account
  if (account.org === undefined) return NO_ORG
  const { json, signed } = identity(lab)
  const issued_at = timeAt(lab)
  const signature = signed('register', { ...json, organization_id: account.org, issuer, issued_at })
  return only(
    await ask(lab, {
      path: '/agents/register',
      json: { ...json, proof: { issued_at, signature } },
    }),
  )
}

/** How a task may be asked for. The shape is not shown (line 329), so the documented shape of a task is tried, and then the least. */
function shapes(lab: Lab, text: string): readonly object[] {
  const [skill, workspace_id, message] = [
    skillOf(lab),
    workspaceId(lab),
    { role: 'user', parts: [{ type: 'text', text }] },
  ]
  const account = accountOf(lab.settings)
  const requester_id = account.kind === 'account' ? account.org : undefined
  return [
    {
      task_id: lab.random.uuid(),
      type: skill,
      input: { skill, message },
      context: { skill, workspace_id, requester_id },
    },
    { skill, message, context: { workspace_id, requester_id } },
  ]
}

/** Asks for both tasks in the first shape that brings one to the suite, or that is put off for later. */
async function route(lab: Lab): Promise<Unavailable | undefined> {
  const { route_command } = lab.settings
  if (route_command !== undefined) return byCommand(lab, route_command)
  for (const shape of [0, 1]) {
    const first = await ask(lab, { path: '/a2a/route', json: shapes(lab, TEXTS[0])[shape] })
    if ('kind' in first) return first
    const isLater = first.outcome.kind === 'answer' && first.outcome.status === 202
    if (!isLater && lab.came(HOSTED_TASKS) === 0) continue
    return only(await ask(lab, { path: '/a2a/route', json: shapes(lab, TEXTS[1])[shape] }))
  }
  return undefined
}

const isTaken = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'answer' && outcome.status < 300

async function byCommand(lab: Lab, command: string): Promise<undefined> {
  const account = accountOf(lab.settings)
  for (const SVC_TEXT of TEXTS) {
    await lab.run(command, {
      SVC_BASE_URL: lab.settings.base,
      SVC_SKILL: skillOf(lab),
      SVC_TEXT,
      SVC_WORKSPACE_ID: workspaceId(lab) ?? '',
      SVC_ORGANIZATION_ID: account.kind === 'account' ? (account.org ?? '') : '',
      SVC_AGENT_ID: String(sentJson(routed(lab, 0))['svc_id']),
      SVC_INSTALLATION_ID: textAt(routed(lab, 2), '/installation_id') ?? '',
    })
  }
  return undefined
}

const wasAccepted = (lab: Lab): boolean =>
  lab.settings.route_command !== undefined || lab.seen('route').some(isTaken)

const NO_FILTER = ['event_type', 'workspace_id']

/** An export without a filter, so that there is something to deliver, and what came of it. */
const delivered = (operation: string): readonly Probe[] => [
  {
    id: `unfiltered.${operation}`,
    effect: 'write',
    after: [`valid.${operation}`],
    run: async (lab) => {
      const [valid] = lab.seen(`valid.${operation}`)
      const json = Object.fromEntries(
        Object.entries(sentJson(valid)).filter(([name]) => !NO_FILTER.includes(name)),
      )
      const told = valid && (await ask(lab, { path: valid.request.path, json }))
      return told && 'kind' in told ? told : undefined
    },
  },
  {
    id: `delivered.${operation}`,
    effect: 'write',
    after: [`unfiltered.${operation}`],
    run: async (lab) => {
      const [told] = lab.seen(`unfiltered.${operation}`)
      await lab.collect(`${INTAKE}/${operation}`, told && isTaken(told) ? PATIENCE_MS : 0)
    },
  },
]

export const forwardingProbes: readonly Probe[] = [
  {
    id: 'clock.routed',
    effect: 'write',
    run: async (lab) => {
      const { clock_url, issuer } = lab.settings
      if (clock_url !== undefined && issuer !== undefined)
        await lab.send({ path: clock_url, json: { advance_seconds: 0 } })
    },
  },
  { id: 'agent.proved', effect: 'write', after: ['workspace.create', 'clock.routed'], run: prove },
  { id: 'install.routed', effect: 'write', after: ['workspace.create'], run: install },
  { id: 'route', effect: 'write', after: ['install.routed'], run: route },
  {
    id: 'forwarded',
    effect: 'write',
    after: ['route'],
    run: async (lab): Promise<Unavailable | undefined> => {
      const came = await lab.collect(HOSTED_TASKS, wasAccepted(lab) ? PATIENCE_MS : 0)
      if (came.length > 0) return undefined
      return untested(
        'No task came to the agent that the suite serves. Give --route-command CMD if tasks are asked for otherwise than with POST /a2a/route, and --listen with --listen-url if the platform does not reach this machine.',
      )
    },
  },
  {
    id: 'keys',
    effect: 'read',
    run: async (lab): Promise<Unavailable | undefined> => {
      if (lab.settings.issuer === undefined)
        return notApplicable(
          'No issuer was given; with --issuer TEXT what the platform signs is judged.',
        )
      return only(await ask(lab, { path: '/trust/jwks' }))
    },
  },
  // Another organization's task for the same skill and workspace, and a requester that the key is not.
  {
    id: 'route.claimed',
    effect: 'write',
    after: ['forwarded'],
    run: async (lab): Promise<Unavailable | undefined> => {
      const [first] = lab.seen('route').filter(isTaken)
      if (!first) return notApplicable('No task was asked for with POST /a2a/route.')
      const asked = sentJson(first)
      const requester_id = `stranger-${lab.random.hex(8)}@example.com`
      return only(
        await ask(lab, {
          path: '/a2a/route',
          json: {
            ...asked,
            ...(asked['task_id'] === undefined ? {} : { task_id: lab.random.uuid() }),
            context: { ...(asked['context'] as Json), requester_id },
          },
        }),
      )
    },
  },
  ...delivered('exportLogs'),
  ...delivered('exportCollector'),
  ...delivered('exportAlerts'),
]
