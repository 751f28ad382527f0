import { untested, type Lab, type Sketch } from '../../engine/lab.ts'
import type { Settings } from '../../engine/settings.ts'
import type { Exchange, Unavailable } from '../../engine/types.ts'
import { isString } from '../../judge/atoms.ts'
import { member } from '../../judge/json.ts'

export const PLANS = ['free', 'starter', 'professional', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]
export type Json = Readonly<Record<string, unknown>>

/** Has the form of a key (line 352) and is none. */
export const INVALID_KEY = 'sk_live_conformance_invalid'
export const NO_KEY = untested('Give the API key of a plan, as --key professional=ENVVAR.')
export const NO_ORG = untested(
  'Give the organization that the key belongs to, with --org ID or --set org.PLAN=ID.',
)
export const NO_WORKSPACE = untested(
  'No workspace could be created, so there is none to try it with.',
)
export const NO_INSTALLATION = untested(
  'No installation could be made, so there is none to try it with.',
)

/** The highest plan of which there is a key: what it may do, nothing keeps the suite from asking for. */
export const planOf = ({ keys }: Settings): Plan | undefined =>
  PLANS.findLast((plan) => keys[plan] !== undefined)
export const allows = (plan: Plan, least: Plan): boolean =>
  PLANS.indexOf(plan) >= PLANS.indexOf(least)
export const orgOf = ({ extra }: Settings, plan: Plan): string | undefined =>
  extra[`org.${plan}`] ?? extra['org']
export const keyed = (key: string): Readonly<Record<string, string>> => ({ 'X-API-Key': key })
export const bearer = (token: string): Readonly<Record<string, string>> => ({
  Authorization: `Bearer ${token}`,
})

/** The key and the organization that most requests are sent with. */
export type Account = {
  readonly kind: 'account'
  readonly plan: Plan
  readonly key: string
  readonly org: string | undefined
}

export function accountOf(settings: Settings, plan = planOf(settings)): Account | Unavailable {
  const key = plan && settings.keys[plan]
  if (plan === undefined) return NO_KEY
  return key === undefined
    ? untested(`Give --key ${plan}=ENVVAR.`)
    : { kind: 'account', plan, key, org: orgOf(settings, plan) }
}

/** Sends with the key; the JSON becomes the body. */
export async function ask(lab: Lab, sketch: Sketch): Promise<Exchange | Unavailable> {
  const account = accountOf(lab.settings)
  return account.kind === 'account'
    ? lab.send({ ...sketch, headers: { ...keyed(account.key), ...sketch.headers } })
    : account
}

/** What a probe answers after its last request. */
export const only = (told: Exchange | Unavailable): Unavailable | undefined =>
  'kind' in told ? told : undefined

/** Where the identifier of a workspace stands is not stated (line 167), so the usual places are looked at. */
export function workspaceIdOf(
  exchange: Exchange | undefined,
  { extra }: Settings,
): string | undefined {
  const given = extra['workspace-id-pointer']
  const places =
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
  return exchange && places.map((place) => member(exchange, place)).find(isString)
}

/** The JSON that was sent, as far as it was an object. */
export function sentJson(exchange: Exchange | undefined): Json {
  return exchange?.request.body === undefined ? {} : (JSON.parse(exchange.request.body) as Json)
}

export const textAt = (exchange: Exchange | undefined, pointer: string): string | undefined => {
  const found = exchange && member(exchange, pointer)
  return isString(found) ? found : undefined
}

export const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
/** A registration that nobody made before. The identifier's algorithm is not stated (line 27), so it is 64 hex digits. */
export const registration = (lab: Lab): Json => ({
  svc_id: lab.random.hex(64),
  name: `conformance ${lab.random.hex(6)}`,
  version: '1.0.0',
  public_key: base64(lab.random.hex(64)),
  manifest_hash: lab.random.hex(64),
})
