import { required, type ProbeContext } from '../../engine/probe-context.ts'
import type { Exchange, Probe } from '../../engine/types.ts'
import { describeStatus, isSuccess, untested } from '../../judge/assertions.ts'
import {
  accountOf,
  apiKeyHeader,
  NO_SECOND_KEY,
  registeredAgent,
  registration,
  requestJson,
  sendWithKey,
  type Plan,
} from './target.ts'

const AFTER_REGISTRATION = ['agent.register']
/** The maximum number of identifiers that are tried. Earlier runs with the same seed have registered the first ones. */
const MAX_TRIES = 20

async function register(context: ProbeContext): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const sent = await sendWithKey(context, {
      path: '/agents/register',
      json: registration(context),
    })
    if (sent.outcome.kind !== 'response' || sent.outcome.status !== 409) return
  }
}

/** Registers the same identifier for another organization with a different key, name and version, and verifies it for the first one. */
async function registerForOther(context: ProbeContext): Promise<Exchange> {
  const { key } = required(context.settings.second_org, NO_SECOND_KEY)
  const svc_id = registeredAgent(context)
  await context.send({
    path: '/agents/register',
    headers: apiKeyHeader(key),
    json: { ...registration(context), svc_id, version: '6.6.6' },
  })
  return sendWithKey(context, { path: `/agents/${svc_id}/verify` })
}

/** The plans with whose keys a compliance report is requested, which is the only paid operation on an agent. */
const REPORTED_PLANS = ['professional', 'enterprise'] as const

/** Registers an agent with the key of a plan. A platform may look for the agent of a report before it checks the plan. */
const registerOf = (plan: Plan): Probe => ({
  id: `agent.of.${plan}`,
  effect: 'write',
  run: async (context) => {
    const sent = await context.send({
      path: '/agents/register',
      headers: apiKeyHeader(accountOf(context, plan).key),
      json: registration(context),
    })
    const isKnown = sent.outcome.kind === 'response' && sent.outcome.status === 409
    return isSuccess(sent) || isKnown
      ? undefined
      : untested(
          `No agent could be registered with the key of the ${plan} plan: ${describeStatus(sent)}`,
        )
  },
})

export const registryProbes: readonly Probe[] = [
  ...REPORTED_PLANS.map(registerOf),
  { id: 'agent.register', effect: 'write', run: register },
  {
    id: 'agent.verify',
    effect: 'read',
    after: AFTER_REGISTRATION,
    run: (context) => sendWithKey(context, { path: `/agents/${registeredAgent(context)}/verify` }),
  },
  {
    id: 'agent.verify_unknown',
    effect: 'read',
    run: (context) => sendWithKey(context, { path: `/agents/${context.random.hex(64)}/verify` }),
  },
  {
    id: 'agent.again',
    effect: 'write',
    after: AFTER_REGISTRATION,
    run: (context) =>
      sendWithKey(context, {
        path: '/agents/register',
        json: requestJson(context.recorded('agent.register').at(-1)),
      }),
  },
  {
    id: 'agent.displaced',
    effect: 'write',
    after: ['agent.again', 'agent.verify'],
    run: registerForOther,
  },
  {
    id: 'agent.odd_key',
    effect: 'write',
    after: AFTER_REGISTRATION,
    run: (context) =>
      sendWithKey(context, {
        path: '/agents/register',
        json: { ...registration(context), public_key: '%%% not base64 %%%' },
      }),
  },
  {
    id: 'trust.odd_did',
    effect: 'read',
    after: AFTER_REGISTRATION,
    run: (context) => sendWithKey(context, { path: '/trust/profile/did:svc:' }),
  },
  {
    id: 'trust.odd_hash',
    effect: 'write',
    after: AFTER_REGISTRATION,
    run: (context) =>
      sendWithKey(context, {
        path: '/trust/headers',
        json: { svc_id: registeredAgent(context), request_body_hash: 'not a hash' },
      }),
  },
]
