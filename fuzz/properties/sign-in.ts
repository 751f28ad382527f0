import fc from 'fast-check'
import { bearer, type TestResponse } from '../../test/http/client.ts'
import { MINUTE } from '../../test/kit/time.ts'
import { expectNone, property, type Property } from './property.ts'
import type { World } from './world.ts'

const PIN_LIFETIME = 5 * MINUTE
const SESSION_LIFETIME = 8 * 60 * MINUTE
const ATTEMPTS = 5

type Step =
  | { readonly do: 'request'; readonly who: 0 | 1 | 2 }
  | {
      readonly do: 'verify'
      readonly which: number
      readonly pin: 'right' | 'wrong'
      readonly email: 'own' | 'other'
    }
  | { readonly do: 'use' | 'end'; readonly which: number }
  | { readonly do: 'wait'; readonly ms: number }
interface Challenge {
  readonly id: string
  readonly who: number
  readonly expires: number
  readonly pin: string
  tried: number
  consumed: boolean
}
interface Session {
  readonly token: string
  readonly expires: number
  ended: boolean
}

const which = fc.nat(4)
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('request' as const),
        who: fc.constantFrom<0 | 1 | 2>(0, 0, 1, 2),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('verify' as const),
        which,
        pin: fc.constantFrom('right' as const, 'right' as const, 'wrong' as const),
        email: fc.constantFrom('own' as const, 'own' as const, 'own' as const, 'other' as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('use' as const, 'use' as const, 'end' as const),
        which,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        ms: fc.constantFrom(
          1,
          PIN_LIFETIME - 1,
          PIN_LIFETIME,
          SESSION_LIFETIME - 1,
          SESSION_LIFETIME,
        ),
      }),
    },
  ),
  { minLength: 3, maxLength: 30, size: 'max' },
)

/**
 * Returns the property that signing in agrees with a model: a PIN works once, within five minutes and five attempts, for its e-mail address
 * only; a session lasts eight hours.
 */
export function signInProperty({ platform }: World): Property {
  return property(
    'signing in agrees with the model',
    steps.map((all) => [{ do: 'request', who: 0 } as const, ...all]),
    async (all) => {
      const people = [
        (await platform.organization()).email,
        (await platform.organization()).email,
        'stranger@nowhere.example',
      ]
      const challenges: Challenge[] = []
      const sessions: Session[] = []
      let now = 0

      async function execute(step: Step): Promise<void> {
        if (step.do === 'wait') {
          now += step.ms
          return platform.advance(step.ms)
        }
        if (step.do === 'request') {
          const got = await platform
            .as({})
            .post('/admin/auth/request-pin', { email: people[step.who] })
          if (got.status !== 200) return expectStatus(got, 200)
          await platform.runUntilIdle()
          challenges.push({
            id: got.body.challenge_id as string,
            who: step.who,
            expires: now + PIN_LIFETIME,
            pin: platform.pinFor(people[step.who]!) ?? '00000000',
            tried: 0,
            consumed: false,
          })
          return
        }
        if (step.do === 'verify') return verify(challenges[step.which % challenges.length]!, step)
        const session = sessions[step.which % sessions.length]
        if (!session) return
        const alive = !session.ended && now < session.expires
        if (step.do === 'use')
          return expectStatus(
            await platform.as(bearer(session.token)).get('/admin/auth/session'),
            alive ? 200 : 401,
          )
        session.ended = true
        return expectStatus(
          await platform.as(bearer(session.token)).delete('/admin/auth/session'),
          alive ? 204 : 401,
        )
      }

      async function verify(
        challenge: Challenge,
        step: Step & { readonly do: 'verify' },
      ): Promise<void> {
        const other = people[(challenge.who + 1) % 2]!
        const pin =
          step.pin === 'right'
            ? challenge.pin
            : String((Number(challenge.pin) + 1) % 1e8).padStart(8, '0')
        const got = await platform.as({}).post('/admin/auth/verify-pin', {
          email: step.email === 'own' ? people[challenge.who] : other,
          challenge_id: challenge.id,
          pin,
        })
        const counts =
          step.email === 'own' &&
          !challenge.consumed &&
          now < challenge.expires &&
          challenge.tried < ATTEMPTS
        const good = counts && step.pin === 'right' && challenge.who !== 2
        if (counts) challenge.tried += 1
        if (good) challenge.consumed = true
        if (good)
          sessions.push({
            token: got.body?.session_token as string,
            expires: now + SESSION_LIFETIME,
            ended: false,
          })
        return expectStatus(got, good ? 200 : 401)
      }

      function expectStatus(got: TestResponse, wanted: number): void {
        expectNone(
          got.status === wanted ? [] : [`${got.status} ${got.body?.code ?? ''}, not ${wanted}`],
          `at ${now} ms`,
        )
      }
      for (const [index, step] of all.entries()) {
        await execute(step).catch((error: unknown) => {
          throw new Error(
            `step ${index + 1} of ${all.length}, ${JSON.stringify(step)}: ${(error as Error).message}`,
          )
        })
      }
    },
    0.5,
  )
}
