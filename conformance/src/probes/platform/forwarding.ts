import { required, type ProbeContext } from '../../engine/probe-context.ts'
import { createRandom } from '../../engine/random.ts'
import type { Exchange, Probe, Unavailable } from '../../engine/types.ts'
import { isSuccess, notApplicable, untested } from '../../judge/assertions.ts'
import { canonical, keyPair, sha256, type KeyPair } from '../../judge/signatures.ts'
import { timeOf } from '../../judge/timestamp.ts'
import { installationId, installedAgent } from './fixtures.ts'
import { AGENT_PATH, AGENT_TASKS_PATH, respondAsAgent } from './hosted-agent.ts'
import {
  bootstrapRequest,
  createInstallToken,
  heartbeatRequest,
  keepTokens,
  tokenOf,
} from './installation-requests.ts'
import {
  accountOf,
  NO_INSTALL_TOKEN,
  NO_INSTALLATION,
  NO_ORG,
  NO_WORKSPACE,
  requestJson,
  sendWithKey,
  stringAt,
  workspaceId,
  type Json,
} from './target.ts'

const NO_CALLBACK_URL = untested(
  'Use --listen HOST:PORT, and --listen-url URL if the platform reaches it at another address, so that the platform can forward tasks to the suite.',
)
const NO_TASK_RECEIVED = untested(
  "The suite's agent has not received a task. Use --route-command CMD if tasks are not routed with POST /a2a/route, and --listen with --listen-url if the platform cannot reach this machine.",
)
const noIssuer = (what: string) =>
  notApplicable(`No issuer was given; with --issuer TEXT, ${what}.`)

/** How long to wait for a task or an export that is delivered in the background. */
export const DELIVERY_TIMEOUT_MS = 2000
const TEXTS = ['Return this text.', 'And this one: Grüße, 1 2 3.'] as const

/**
 * Returns the skill of the suite's agent. By default its name has upper and lower case, a hyphen and an underscore, so that a platform that
 * normalizes names would change it.
 */
const skillOf = (context: ProbeContext): string =>
  context.settings.extra['skill'] ?? 'Conformance-Suite_echo'

/** Registers and installs the suite's agent, and sends its first heartbeat. */
async function installHostedAgent(context: ProbeContext): Promise<Exchange> {
  const callbackUrl = required(context.callbackUrl, NO_CALLBACK_URL)
  required(workspaceId(context), NO_WORKSPACE)
  const { json, sign } = hostedIdentity(context)
  const { issuer } = context.settings
  const [skill, svc_id] = [skillOf(context), String(json['svc_id'])]
  context.respond(
    AGENT_PATH,
    respondAsAgent({
      svc_id,
      skill,
      url: callbackUrl + AGENT_PATH,
      sign: (claims) => sign('answer', claims),
      ...(issuer === undefined ? {} : { issuer }),
    }),
  )
  await sendWithKey(context, { path: '/agents/register', json })
  const token = await createInstallToken(context, 'routed', svc_id)
  required(stringAt(token, '/token'), NO_INSTALL_TOKEN)
  const request = bootstrapRequest(context, tokenOf('token', 'routed'), {
    upstream_url: callbackUrl + AGENT_TASKS_PATH,
    capabilities: [skill],
    heartbeat_interval_seconds: 60,
  })
  keepTokens(context, await context.send(request), 'routed')
  required(installationId(context, 'routed'), NO_INSTALLATION)
  return context.send(heartbeatRequest(context, 'routed'))
}

/**
 * Returns the identity of the suite's agent, which is the same for every probe of a run. Its identifier is the hash of its fields
 * (docs/specification/agents.md#content-address).
 */
function hostedIdentity({ settings }: ProbeContext): {
  readonly json: Json
  readonly sign: KeyPair['sign']
} {
  const random = createRandom(settings.seed, 'suite.agent')
  const { public_key, sign } = keyPair(random.hex(64))
  const fields = {
    name: `conformance ${random.hex(6)}`,
    version: '1.0.0',
    public_key,
    manifest_hash: random.hex(64),
  }
  return { json: { svc_id: sha256(canonical(fields) ?? ''), ...fields }, sign }
}

/** Returns the platform's time, read from its clock, or else from a Date header, or else from this machine. */
function platformTime(context: ProbeContext): string {
  const now = context
    .recorded('clock.routed')
    .map((exchange) => stringAt(exchange, '/now'))
    .find((time) => time !== undefined)
  const [created] = context.recorded('workspace.create')
  return now ?? new Date(created ? timeOf(created) : 0).toISOString()
}

/** Registers the suite's agent with a proof of possession, which names the organization (docs/specification/trust.md#registration). */
async function registerWithProof(context: ProbeContext): Promise<Exchange> {
  const issuer = required(
    context.settings.issuer,
    noIssuer('the response to a proof of possession is reported'),
  )
  const organization_id = required(accountOf(context).org, NO_ORG)
  const { json, sign } = hostedIdentity(context)
  const issued_at = platformTime(context)
  const signature = sign('register', { ...json, organization_id, issuer, issued_at })
  return sendWithKey(context, {
    path: '/agents/register',
    json: { ...json, proof: { issued_at, signature } },
  })
}

/**
 * Returns routing requests. The interface does not show their shape (docs/specification/tasks.md#route), so the shape of a task is tried
 * first, and then a minimal shape.
 */
function routingRequests(context: ProbeContext, text: string): readonly object[] {
  const [skill, workspace_id] = [skillOf(context), workspaceId(context)]
  const message = { role: 'user', parts: [{ type: 'text', text }] }
  const { org: requester_id } = accountOf(context)
  return [
    {
      task_id: context.random.uuid(),
      type: skill,
      input: { skill, message },
      context: { skill, workspace_id, requester_id },
    },
    { skill, message, context: { workspace_id, requester_id } },
  ]
}

/** Routes two tasks in the first shape that either reaches the suite or is accepted for later delivery. */
async function routeTasks(context: ProbeContext): Promise<void> {
  const { route_command } = context.settings
  if (route_command !== undefined) return routeByCommand(context, route_command)
  for (const shape of [0, 1]) {
    const first = await sendWithKey(context, {
      path: '/a2a/route',
      json: routingRequests(context, TEXTS[0])[shape],
    })
    const isDeferred = first.outcome.kind === 'response' && first.outcome.status === 202
    if (!isDeferred && context.receivedCount(AGENT_TASKS_PATH) === 0) continue
    await sendWithKey(context, {
      path: '/a2a/route',
      json: routingRequests(context, TEXTS[1])[shape],
    })
    return
  }
}

async function routeByCommand(context: ProbeContext, command: string): Promise<void> {
  for (const SVC_TEXT of TEXTS) {
    await context.runCommand(command, {
      SVC_BASE_URL: context.settings.base,
      SVC_SKILL: skillOf(context),
      SVC_TEXT,
      SVC_WORKSPACE_ID: workspaceId(context) ?? '',
      SVC_ORGANIZATION_ID: accountOf(context).org ?? '',
      SVC_AGENT_ID: installedAgent(context, 'routed'),
      SVC_INSTALLATION_ID: installationId(context, 'routed') ?? '',
    })
  }
}

async function recordForwarded(context: ProbeContext): Promise<Unavailable | undefined> {
  const mayArrive =
    context.settings.route_command !== undefined || context.recorded('route').some(isSuccess)
  const received = await context.recordReceived(
    AGENT_TASKS_PATH,
    mayArrive ? DELIVERY_TIMEOUT_MS : 0,
  )
  return received.length > 0 ? undefined : NO_TASK_RECEIVED
}

/** Repeats a routing request with a requester that does not belong to the key. */
async function routeForUnknownRequester(context: ProbeContext): Promise<Exchange> {
  const [first] = context.recorded('route').filter(isSuccess)
  const original = requestJson(
    required(first, notApplicable('No task was routed with POST /a2a/route.')),
  )
  const requester_id = `stranger-${context.random.hex(8)}@example.com`
  return sendWithKey(context, {
    path: '/a2a/route',
    json: {
      ...original,
      ...(original['task_id'] === undefined ? {} : { task_id: context.random.uuid() }),
      context: { ...(original['context'] as Json), requester_id },
    },
  })
}

export const forwardingProbes: readonly Probe[] = [
  {
    id: 'clock.routed',
    effect: 'write',
    run: async (context) => {
      const { clock_url, issuer } = context.settings
      if (clock_url !== undefined && issuer !== undefined)
        await context.send({ path: clock_url, json: { advance_seconds: 0 } })
    },
  },
  {
    id: 'agent.proved',
    effect: 'write',
    after: ['workspace.create', 'clock.routed'],
    run: registerWithProof,
  },
  {
    id: 'install.routed',
    effect: 'write',
    after: ['workspace.create'],
    run: installHostedAgent,
  },
  { id: 'route', effect: 'write', after: ['install.routed'], run: routeTasks },
  { id: 'forwarded', effect: 'write', after: ['route'], run: recordForwarded },
  {
    id: 'keys',
    effect: 'read',
    run: async (context) => {
      required(context.settings.issuer, noIssuer('what the platform signs is judged'))
      return sendWithKey(context, { path: '/trust/jwks' })
    },
  },
  { id: 'route.claimed', effect: 'write', after: ['forwarded'], run: routeForUnknownRequester },
]
