import { NotSent, required, type ProbeContext } from '../../engine/probe-context.ts'
import type { Probe } from '../../engine/types.ts'
import { untested } from '../../judge/assertions.ts'
import {
  bootstrapRequest,
  createInstallToken,
  heartbeatRequest,
  keepTokens,
  refreshRequest,
  tokenOf,
} from './installation-requests.ts'
import { installationProbe } from './installations.ts'
import { NO_INSTALL_TOKEN, stringAt } from './target.ts'
import { tokenProbe } from './tokens.ts'

/** A minute and one more second, because a period includes its last moment. */
const OVER_A_MINUTE_S = 61
const DAY_S = 86_400

/** Lets time pass on the platform: by advancing its clock, or in real time if the user allows that and a minute is enough. */
async function letTimePass(context: ProbeContext, seconds: number): Promise<void> {
  const { clock_url, slow } = context.settings
  const isShort = seconds <= OVER_A_MINUTE_S
  if (clock_url !== undefined)
    await context.send({ path: clock_url, json: { advance_seconds: seconds } })
  else if (slow && isShort) await context.wait(seconds * 1000)
  else
    throw new NotSent(
      untested(
        `Use --clock-url URL to give the URL that advances the platform's clock.${isShort ? ' With --slow, the suite waits instead.' : ''}`,
      ),
    )
}

export const clockProbes: readonly Probe[] = [
  {
    id: 'clock.now',
    effect: 'write',
    run: (context) =>
      context.settings.clock_url === undefined
        ? Promise.resolve(untested('Use --clock-url URL.'))
        : letTimePass(context, 0),
  },
  installationProbe('clock.window', 'window', async (context) => {
    await letTimePass(context, OVER_A_MINUTE_S)
    return context.send(bootstrapRequest(context, tokenOf('token', 'window')))
  }),
  tokenProbe('clock.issued', (context, agent) => createInstallToken(context, 'expired', agent, 1)),
  {
    id: 'clock.expired',
    effect: 'write',
    after: ['clock.issued', 'install.first'],
    run: async (context) => {
      required(stringAt(context.recorded('clock.issued')[0], '/token'), NO_INSTALL_TOKEN)
      await letTimePass(context, OVER_A_MINUTE_S)
      return context.send(bootstrapRequest(context, tokenOf('token', 'expired')))
    },
  },
  installationProbe('clock.near', 'late', async (context) => {
    if (context.settings.clock_url === undefined) return letTimePass(context, 84 * DAY_S)
    keepTokens(context, await context.send(refreshRequest(context, 'late')), 'late')
    await letTimePass(context, 84 * DAY_S)
    return context.send(heartbeatRequest(context, 'late'))
  }),
  installationProbe(
    'clock.gone',
    'late',
    async (context) => {
      await letTimePass(context, 91 * DAY_S)
      return context.send(refreshRequest(context, 'late'))
    },
    { after: ['clock.near'] },
  ),
]
