import { describe, expect, it } from 'vitest'
import { agentSuite } from '../src/rules/agent/index.ts'
import { platformSuite } from '../src/rules/platform/index.ts'
import { referenceAgent } from './agent/reference.ts'
import { PLATFORM_SETTINGS, referencePlatform } from './platform/reference.ts'
import { command } from './support/cli.ts'
import { BASE, PROXY, serve, type TestRequest } from './support/handler.ts'
import { inState, judge } from './support/judge.ts'

describe('environment variables with keys', () => {
  it('may have names that differ only in case', async () => {
    const keys: string[] = []
    const platform = await serve(({ headers }) => {
      keys.push(headers['x-api-key'] ?? '')
      return { status: headers['x-api-key'] === undefined ? 401 : 500, body: '{}' }
    })
    const flags = ['--key', 'enterprise=my_key', '--key', 'free=MY_KEY', '--seed', 's']
    const { out } = await command(['platform', platform.url, '--rule', 'IMG-01', ...flags], {
      my_key: 'that of enterprise',
      MY_KEY: 'that of free',
    })
    platform.close()
    expect(keys.at(-1)).toBe('that of enterprise')
    expect(out).toContain('MY_KEY=$(printenv my_key)\n')
    expect(out).toContain(`-H 'X-API-Key: '"$MY_KEY"`)
    expect(out).not.toContain('that of')
  })

  it('keep their names in the command for a rerun', async () => {
    const agent = await serve(() => ({ status: 500, body: '' }))
    const { out } = await command(
      ['agent', agent.url, '--header', 'X-Door: $_door', '--seed', 's'],
      {
        _door: 'sesame',
      },
    )
    agent.close()
    expect(out).toContain(`--header 'X-Door: $_door'`)
    expect(out).toContain('SVC__DOOR=$(printenv _door)')
    expect(out).not.toContain('sesame')
  })
})

describe('a header for requests to the target', () => {
  it('is replaced by the header of a single request, whatever the case of its name', async () => {
    const authorizations = new Set<string>()
    const agent = referenceAgent()
    const run = await judge(
      agentSuite,
      (request: TestRequest) => {
        if (request.path === '/chat') authorizations.add(request.headers['authorization'] ?? 'none')
        return agent(request)
      },
      { headers: { authorization: 'Bearer of-the-gateway' } },
    )
    expect([...authorizations].filter((value) => !value.startsWith('Bearer sess_'))).toEqual([])
    const sent = run.exchanges.filter(({ probe }) => probe === 'chat')
    expect(Object.keys(sent[0]?.request.headers ?? {})).not.toContain('authorization')
    expect(inState(run, 'N/A').map(({ rule }) => rule.id)).toContain('CHAT-07')
  })

  it.each([
    [BASE, true],
    [PROXY, false],
  ])(
    'is sent to the clock and the mailbox only if they have the origin of the target (%s: %s)',
    async (origin, isSent) => {
      const addresses = { clock_url: `${origin}/_clock`, mail_url: `${origin}/_mail` }
      const run = await judge(platformSuite, referencePlatform(), {
        ...PLATFORM_SETTINGS,
        ...addresses,
        headers: { 'X-Door': 'sesame' },
      })
      for (const address of Object.values(addresses)) {
        const sent = run.exchanges.filter(({ request }) => request.path === address)
        expect(sent.length, address).toBeGreaterThan(0)
        expect(
          sent.every(({ request }) => 'X-Door' in request.headers === isSent),
          address,
        ).toBe(true)
      }
    },
  )
})
