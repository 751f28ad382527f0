import { allowedOrigins } from '../../../engine/settings.ts'
import type { Rule } from '../../../engine/types.ts'
import { check, each, equals, isAbsoluteUrl, success, value } from '../../../judge/assertions.ts'
import { member } from '../../../judge/json.ts'
import { NO_PLATFORM, NO_PLATFORM_KEY, otherHost } from '../../../probes/agent/card.ts'

/** The rules that compare the card with another address: its own url, and the platform. */
export const addressRules: readonly Rule[] = [
  {
    id: 'CARD-12',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#upstream-url',
    clause: { line: 108, quote: '| url | string | address of the agent |' },
    title: 'url is an absolute http or https URL of the tested host, or of a host that responds',
    hint: 'Set url to the address at which callers reach the agent. Ignore this warning if the agent is behind a proxy that cannot be reached from here.',
    needs: ['CARD-02'],
    probes: ['card'],
    observes: ['card.url'],
    judge: ({ one, of, settings }) => {
      const url = member(one('card'), '/url')
      if (
        of('card.url').length === 0 &&
        isAbsoluteUrl(url) &&
        !allowedOrigins(settings).has(new URL(url).origin)
      )
        return otherHost(url)
      const responds = of('card.url').some(({ outcome }) => outcome.kind === 'response')
      const { origin } = new URL(settings.base)
      return check(
        one('card'),
        value(
          '/url',
          `an absolute URL at ${origin}, or one that responds`,
          (it) => isAbsoluteUrl(it) && (responds || new URL(it).origin === origin),
        ),
      )
    },
  },
  {
    id: 'CARD-14.registered',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agents.md#content-address',
    clause: {
      line: 421,
      quote:
        'Agents carry a `version` string; the agent card and the registration record both carry it.',
    },
    title: 'The platform has registered the agent under the version of its card',
    hint: 'Register a new version before serving it. The platform is the one given with --platform.',
    accepts: 'Any version if no platform was given.',
    needs: ['CARD-14'],
    probes: ['card'],
    observes: ['card.registered'],
    judge: ({ one, of, settings }) => {
      if (settings.platform === undefined) return NO_PLATFORM
      return each(
        of('card.registered'),
        NO_PLATFORM_KEY,
        success,
        equals('/version', member(one('card'), '/version')),
      )
    },
  },
]
