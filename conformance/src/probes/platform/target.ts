import {
  NotSent,
  required,
  type ProbeContext,
  type RequestDraft,
} from '../../engine/probe-context.ts'
import type { Settings } from '../../engine/settings.ts'
import type { Exchange } from '../../engine/types.ts'
import { isString, untested } from '../../judge/assertions.ts'
import { member } from '../../judge/json.ts'
import { keyPair } from '../../judge/signatures.ts'

export const PLANS = ['free', 'starter', 'professional', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]
export type Json = Readonly<Record<string, unknown>>

/** A string in the format of an API key (docs/specification/http.md#credentials) that is not the key of any organization. */
export const INVALID_KEY = 'sk_live_conformance_invalid'
const NO_KEY = untested('Use --key professional=ENVVAR to give the API key of a plan.')
export const NO_SECOND_KEY = untested(
  'Use --second-org ID=ENVVAR to give the key of another organization.',
)
export const NO_ORG = untested(
  'Use --org ID or --set org.PLAN=ID to give the organization of the key.',
)
export const NO_WORKSPACE = untested('No workspace could be created.')
export const NO_INSTALL_TOKEN = untested('No install token could be created.')
export const NO_INSTALLATION = untested('No installation could be created.')
/** Asks for the key of a plan. */
const keyRequired = (plan: Plan) => untested(`Use --key ${plan}=ENVVAR.`)

/** Returns the highest plan for which a key was given. */
const highestPlan = ({ keys }: Settings): Plan | undefined =>
  PLANS.findLast((plan) => keys[plan] !== undefined)
export const includesPlan = (plan: Plan, other: Plan): boolean =>
  PLANS.indexOf(plan) >= PLANS.indexOf(other)
export const apiKeyHeader = (key: string): Readonly<Record<string, string>> => ({
  'X-API-Key': key,
})
export const bearer = (token: string): Readonly<Record<string, string>> => ({
  Authorization: `Bearer ${token}`,
})

/** A key with its plan and organization. */
export type Account = {
  readonly plan: Plan
  readonly key: string
  readonly org: string | undefined
}

/** Returns the account of a plan, by default that of the highest plan for which a key was given. @throws NotSent */
export function accountOf({ settings }: ProbeContext, chosen?: Plan): Account {
  const plan = required(chosen ?? highestPlan(settings), NO_KEY)
  const { keys, extra } = settings
  return {
    plan,
    key: required(keys[plan], keyRequired(plan)),
    org: extra[`org.${plan}`] ?? extra['org'],
  }
}

/** Returns the account of the highest plan, which has to include another plan. @throws NotSent */
export function accountWith(context: ProbeContext, plan: Plan): Account {
  const account = accountOf(context)
  if (!includesPlan(account.plan, plan)) throw new NotSent(keyRequired(plan))
  return account
}

/** Sends a request with the API key of the highest plan. @throws NotSent if there is none */
export const sendWithKey = async (context: ProbeContext, draft: RequestDraft): Promise<Exchange> =>
  context.send({
    ...draft,
    headers: { ...apiKeyHeader(accountOf(context).key), ...draft.headers },
  })

/** Returns the identifier of a workspace. The interface does not show where it is in the response, so the usual places are tried. */
export function workspaceIdOf(
  exchange: Exchange | undefined,
  { extra }: Settings,
): string | undefined {
  const given = extra['workspace-id-pointer']
  const pointers =
    given === undefined
      ? [
          '/workspace_id',
          '/id',
          '/workspace/workspace_id',
          '/workspace/id',
          '/data/workspace_id',
          '/data/id',
        ]
      : [given]
  return exchange && pointers.map((pointer) => member(exchange, pointer)).find(isString)
}

/** Returns the workspace that a probe has created. */
export const workspaceId = (
  context: ProbeContext,
  probe = 'workspace.create',
): string | undefined => workspaceIdOf(context.recorded(probe)[0], context.settings)

/** Returns the JSON body of a request, or an empty object. */
export function requestJson(exchange: Exchange | undefined): Json {
  return exchange?.request.body === undefined ? {} : (JSON.parse(exchange.request.body) as Json)
}

export const stringAt = (exchange: Exchange | undefined, pointer: string): string | undefined => {
  const found = exchange && member(exchange, pointer)
  return isString(found) ? found : undefined
}

/** Returns the svc_id that a probe has registered. */
export const registeredAgent = (context: ProbeContext, probe = 'agent.register'): string =>
  String(requestJson(context.recorded(probe).at(-1))['svc_id'])

export const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
/**
 * Returns a registration of a new agent. The interface does not state how a svc_id is computed (docs/specification/agents.md#svc-id), so it
 * has 64 hexadecimal digits.
 */
export const registration = (context: ProbeContext): Json => ({
  svc_id: context.random.hex(64),
  name: `conformance ${context.random.hex(6)}`,
  version: '1.0.0',
  // A platform may refuse a key that is not a point on the curve, and half of all 32-byte strings are not one.
  public_key: keyPair(context.random.hex(64)).public_key,
  manifest_hash: context.random.hex(64),
})

/** Replaces the last hexadecimal digit of a string; undefined if there is none. */
export function withOtherDigit(text: string): string | undefined {
  const changed = text.replace(/[0-9a-f](?=[^0-9a-f]*$)/, (digit) => (digit === '0' ? '1' : '0'))
  return changed === text ? undefined : changed
}
