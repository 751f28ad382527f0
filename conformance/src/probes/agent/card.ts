import type { ProbeContext } from '../../engine/probe-context.ts'
import { allowedOrigins } from '../../engine/settings.ts'
import type { Exchange, Probe, Unavailable } from '../../engine/types.ts'
import { isArray, isObject, isString, notApplicable, untested } from '../../judge/assertions.ts'
import { member } from '../../judge/json.ts'

const CARD_PATH = '/.well-known/agent.json'

/** The time limit of the request to another host that the card names, in milliseconds. It is shorter than that of the target. */
const OTHER_HOST_TIMEOUT_MS = 2000

export const NO_PLATFORM = notApplicable(
  'No platform was given. To compare the registration, use --platform URL and --key PLAN=ENVVAR.',
)
export const NO_PLATFORM_KEY = untested(
  'Use --key PLAN=ENVVAR to give an API key for the platform.',
)
/** Returns the outcome for a card whose url names a host that must not be contacted. */
export const otherHost = (url: string) =>
  untested(
    `The url of the card names another host; allow it with --allow-host ${new URL(url).origin}.`,
  )

/** Returns why other protocols are not tried; undefined if the address responds. */
export function noResponse(context: ProbeContext): Unavailable | undefined {
  const outcome = context.recorded('card')[0]?.outcome
  if (outcome?.kind !== 'failure' || (outcome.phase !== 'connect' && outcome.code !== 'timeout'))
    return undefined
  return untested(
    `There is no response at ${context.settings.base}: ${outcome.says}. Start the agent, or use --launch to give the command that starts it.`,
  )
}

const cardMember = (context: ProbeContext, pointer: string): unknown =>
  context.recorded('card').map((card) => member(card, pointer))[0]

/** Requests the card at the url that it names, such as that of a proxy, if that is on another host. */
async function requestCardUrl(context: ProbeContext): Promise<Exchange | Unavailable> {
  const url = cardMember(context, '/url')
  if (
    !isString(url) ||
    !/^https?:\/\//.test(url) ||
    !URL.canParse(url) ||
    new URL(url).origin === new URL(context.settings.base).origin
  )
    return notApplicable('The url of the card does not name another host.')
  if (!allowedOrigins(context.settings).has(new URL(url).origin)) return otherHost(url)
  return context.send({
    path: url.replace(/\/+$/, '') + CARD_PATH,
    limit_ms: OTHER_HOST_TIMEOUT_MS,
  })
}

async function requestRegistration(context: ProbeContext): Promise<Exchange | Unavailable> {
  const { platform, keys } = context.settings
  const [key] = Object.values(keys)
  if (platform === undefined) return NO_PLATFORM
  if (key === undefined) return NO_PLATFORM_KEY
  const svc_id = String(cardMember(context, '/svc_id'))
  return context.send({
    path: `${platform}/agents/${encodeURIComponent(svc_id)}/verify`,
    headers: { 'X-API-Key': key },
  })
}

export const cardProbes: readonly Probe[] = [
  {
    id: 'card',
    effect: 'read',
    run: (context) => context.send({ path: CARD_PATH }),
  },
  {
    id: 'card.again',
    effect: 'read',
    after: ['card'],
    run: (context) => context.send({ path: CARD_PATH }),
  },
  { id: 'card.url', effect: 'read', after: ['card'], run: requestCardUrl },
  { id: 'card.registered', effect: 'read', after: ['card'], run: requestRegistration },
  {
    id: 'health',
    effect: 'read',
    run: (context) => context.send({ path: '/health' }),
  },
]

/** A skill as the card describes it. */
export interface Skill {
  readonly name: string
  readonly input_schema: unknown
  readonly timeout_ms: number | undefined
}

/** Returns the skills on a recorded card that have a name. */
export function skillsOf(card: Exchange | undefined): readonly Skill[] {
  const skills = card && member(card, '/skills')
  if (!isArray(skills)) return []
  return skills.flatMap((skill) => {
    if (!isObject(skill) || !isString(skill['name'])) return []
    const { timeout_ms } = skill
    return [
      {
        name: skill['name'],
        input_schema: skill['input_schema'],
        timeout_ms: typeof timeout_ms === 'number' ? timeout_ms : undefined,
      },
    ]
  })
}
