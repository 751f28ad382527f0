import { notApplicable, untested, type Lab } from '../../engine/lab.ts'
import { reachable } from '../../engine/settings.ts'
import type { Exchange, Probe, Unavailable } from '../../engine/types.ts'
import { isArray, isObject, isString } from '../../judge/atoms.ts'
import { member } from '../../judge/json.ts'

export const CARD_PATH = '/.well-known/agent.json'

/** What stands beside the agent is not waited for as long. */
const PATIENCE_MS = 2000

const told = (lab: Lab, pointer: string): unknown =>
  lab.seen('card').map((card) => member(card, pointer))[0]

export const cardProbes: readonly Probe[] = [
  { id: 'card', effect: 'read', run: async (lab) => void (await lab.send({ path: CARD_PATH })) },
  {
    id: 'card.again',
    effect: 'read',
    after: ['card'],
    run: async (lab) => void (await lab.send({ path: CARD_PATH })),
  },
  // The card of an agent behind a proxy names the proxy. It is asked only where that was allowed, and nothing that is the tested agent's goes there.
  {
    id: 'card.url',
    effect: 'read',
    after: ['card'],
    run: async (lab): Promise<Unavailable | undefined> => {
      const url = told(lab, '/url')
      if (
        !isString(url) ||
        !/^https?:\/\//.test(url) ||
        !URL.canParse(url) ||
        new URL(url).origin === new URL(lab.settings.base).origin
      )
        return notApplicable('The url of the card is that of the agent.')
      if (!reachable(lab.settings).has(new URL(url).origin))
        return untested(
          `The url of the card names another host, which is not asked; allow it with --allow-host ${new URL(url).origin}.`,
        )
      await lab.send({
        path: url.replace(/\/+$/, '') + CARD_PATH,
        bare: true,
        limit_ms: PATIENCE_MS,
      })
      return undefined
    },
  },
  {
    id: 'card.registered',
    effect: 'read',
    after: ['card'],
    run: async (lab): Promise<Unavailable | undefined> => {
      const { platform, keys } = lab.settings
      const [key] = Object.values(keys)
      if (platform === undefined)
        return notApplicable(
          'No platform was given; with --platform URL and --key PLAN=ENVVAR its registration is compared.',
        )
      if (key === undefined)
        return untested('Give the API key of the platform, as --key PLAN=ENVVAR.')
      const svc_id = String(told(lab, '/svc_id'))
      await lab.send({
        path: `${platform}/agents/${encodeURIComponent(svc_id)}/verify`,
        headers: { 'X-API-Key': key },
        bare: true,
      })
      return undefined
    },
  },
  { id: 'health', effect: 'read', run: async (lab) => void (await lab.send({ path: '/health' })) },
]

/** A skill as far as its card says anything usable. */
export interface Skill {
  readonly name: string
  readonly input_schema: unknown
  readonly timeout_ms: number | undefined
}

/** The skills that a recorded card names. */
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
