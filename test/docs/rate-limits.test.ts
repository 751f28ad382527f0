import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as limits from '../../src/auth/limits.ts'
import type { RateLimit } from '../../src/auth/rate-limiter.ts'
import { decide } from '../../src/domain/rate.ts'

/** The row of each limit in the table of the contract; null for one that refuses nothing. */
const ROWS: Readonly<Record<string, string | null>> = {
  'api-key': 'API key, session, installation',
  session: 'API key, session, installation',
  installation: 'API key, session, installation',
  organization: 'organization',
  installations: 'requests from the installations of an organization',
  verifications: 'verifications by the installations of an organization',
  'pin-email': 'PIN requests',
  'pin-email-day': 'PIN requests',
  'pin-address': 'PIN requests',
  'pin-mails': 'PIN e-mails',
  'signed-in': null,
  'failed-tokens': 'bootstrap, refresh',
  'refused-bodies': 'bodies without a credential in a header',
  'agent-changes': 'registrations and updates of agents',
  'log-reads': 'reads of the public log under `/log`',
  support: 'support requests',
  confirmation: 'confirmation e-mails for support requests',
  'confirmation-organization': 'confirmation e-mails for support requests',
  'invitation-organization': 'invitations',
  'invitation-address': 'invitations',
  'invitation-mail': 'invitation e-mails',
}

/** Limits whose rows refer to that of the organization instead of repeating its numbers. */
const LIMITS_WITHOUT_NUMBERS = ['installations', 'verifications']

it('the contract lists every rate limit that refuses requests, and the specification those that do not concern mail', () => {
  const contract = readFileSync('openapi.yaml', 'utf8')
  const rows = new Map(
    [...contract.matchAll(/^ {4}\| (.+?) \| (.+) \|$/gm)].map(([, what, limit]) => [what, limit!]),
  )
  const specification = readFileSync('docs/specification/http.md', 'utf8')
  const all = Object.values(limits).flatMap((each): readonly RateLimit[] =>
    'name' in each ? [each] : Object.values(each),
  )
  expect(new Set(all.map(({ name }) => name))).toEqual(new Set(Object.keys(ROWS)))
  for (const { name, limit } of all) {
    const row = ROWS[name]
    if (row === null) continue
    const stated = rows.get(row)
    expect([name, stated]).toEqual([name, expect.any(String)])
    if (!LIMITS_WITHOUT_NUMBERS.includes(name)) expect(stated).toMatch(new RegExp(`\\b${limit}\\b`))
    const is_mail = /mail|confirmation/.test(name)
    if (!is_mail) expect(specification).toMatch(new RegExp(`^\\|.*\`${name}\`.*\\|$`, 'm'))
  }
})

it.each(['openapi.yaml', 'src/docs/pages/limits.ts'])(
  'the example of a `RateLimit` header in %s is one that the platform can send',
  (file) => {
    const [, name, left, seconds] = /"([a-z-]+)";r=(\d+);t=(\d+)/.exec(readFileSync(file, 'utf8'))!
    const { API_KEY } = limits
    expect([name, Number(seconds)]).toEqual([
      API_KEY.name,
      decide(API_KEY, API_KEY.limit - Number(left)).reset_s,
    ])
  },
)
