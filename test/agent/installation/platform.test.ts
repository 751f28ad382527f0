import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/time.ts'
import { startTest, FILE } from './start-test.ts'

describe('an installation on the real platform', () => {
  it('exchanges its install token, stores the credentials, and renews the lease', async () => {
    const { harness, credentialsFile, install, installationRecord } = await startTest()
    const installation = await install()
    expect(installation.status()).toMatchObject({
      mode: 'running',
      reason: '',
      paused: false,
      failures: 0,
      stored: true,
    })
    expect(credentialsFile().current).toMatchObject({
      installation_id: installation.credentials()!.installation_id,
      refresh_token: expect.stringMatching(/^srf_/),
    })
    await harness.advance(HOUR)
    const heartbeats = harness.sent('lease')
    expect(heartbeats.length).toBeGreaterThanOrEqual(60)
    expect(heartbeats.length).toBeLessThanOrEqual(75)
    expect(
      heartbeats.slice(1, -1).every(({ at }, index) => at - heartbeats[index]!.at <= MINUTE),
    ).toBe(true)
    expect(await installationRecord()).toMatchObject({
      lifecycle: 'active',
      health: 'online',
      status: 'running',
    })
  })

  it('uses its credentials after a restart, without a second bootstrap', async () => {
    const { harness, agent, installationRecord } = await startTest()
    const token = await harness.token(agent)
    const before = await harness.start(agent, { install_token: token })
    await before.stop()
    expect(await installationRecord()).toMatchObject({ health: 'stopped' })
    const after = await harness.start(agent, { install_token: token })
    await harness.advance(SECOND)
    expect(after.mode()).toBe('running')
    expect(harness.sent('bootstrap')).toHaveLength(1)
    expect(await installationRecord()).toMatchObject({ health: 'online' })
  })

  it('adopts a refreshed token, and forgets the old one once the new one was used', async () => {
    const { harness, credentialsFile, install } = await startTest()
    const installation = await install({ heartbeat_interval_seconds: 3600 })
    await harness.advance(83 * DAY + 2 * HOUR)
    expect(installation.credentials()).toMatchObject({ token_version: 2 })
    expect(credentialsFile()).toMatchObject({ current: { token_version: 2 }, previous: null })
    await harness.advance(10 * DAY)
    expect(installation.mode()).toBe('running')
    expect(harness.sent('refresh')).toHaveLength(0)
  })

  it('refreshes a runtime token that expired while the agent was not running', async () => {
    const { harness, agent, install } = await startTest()
    await (await install()).stop()
    await harness.advance(100 * DAY)
    const installation = await harness.start(agent)
    await harness.advance(MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(harness.sent('refresh')).toHaveLength(1)
  })

  it('recovers with an API key when the refresh token is refused too', async () => {
    const { harness, agent, install } = await startTest()
    const installation = await install({ api_key: harness.org.api_key })
    await harness.org.api.post('/installations/recovery', {
      agent_id: agent.svc_id,
      workspace_id: harness.org.workspace_id,
    })
    await harness.advance(3 * MINUTE)
    expect(harness.sent('recovery')).toHaveLength(1)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
  })

  it('goes into degraded mode without an API key, keeps its credentials, and tries them again within the hour', async () => {
    const { harness, agent, credentialsFile, install } = await startTest()
    const installation = await install()
    await harness.org.api.post('/installations/recovery', {
      agent_id: agent.svc_id,
      workspace_id: harness.org.workspace_id,
    })
    const before = credentialsFile().current
    await harness.advance(5 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'degraded', reason: 'credentials_refused' })
    expect(credentialsFile().current).toEqual(before)
    const heartbeats = harness.sent('lease').length
    const tries = harness.sent('refresh').length
    await harness.advance(6 * HOUR)
    expect(harness.sent('lease')).toHaveLength(heartbeats)
    expect(harness.sent('refresh').length - tries).toBeGreaterThanOrEqual(5)
    expect(harness.sent('refresh').length - tries).toBeLessThan(40)
  })

  it('continues in degraded mode when the install token is refused, until a restart with a new one', async () => {
    const { harness, agent, install } = await startTest()
    const broken = await harness.start(agent, { install_token: `skt_${'x'.repeat(43)}` })
    await harness.advance(HOUR)
    expect(broken.status()).toMatchObject({
      mode: 'degraded',
      reason: 'bootstrap_refused',
      installation_id: null,
    })
    expect(broken.link.trustStatus().mode).toBe('degraded')
    expect(harness.sent('bootstrap')).toHaveLength(1)
    expect(harness.sent('lease')).toHaveLength(0)
    expect(harness.log.some((line) => line.startsWith('error degraded'))).toBe(true)
    await broken.stop()
    expect((await install()).mode()).toBe('running')
  })

  it('keeps its installation when a new install token is refused', async () => {
    const { harness, agent, install } = await startTest()
    const before = await install()
    const { installation_id } = before.credentials()!
    await before.stop()
    const after = await harness.start(agent, { install_token: 'skt_nonsense' })
    await harness.advance(SECOND)
    expect(after.status()).toMatchObject({ mode: 'running', installation_id })
  })

  it('becomes a new installation with a new install token', async () => {
    const { credentialsFile, install } = await startTest()
    const before = await install()
    const { installation_id } = before.credentials()!
    await before.stop()
    const after = await install()
    expect(after.mode()).toBe('running')
    expect(after.credentials()!.installation_id).not.toBe(installation_id)
    expect(credentialsFile().previous).toBeNull()
  })

  it('falls back to the credentials that worked last when new ones are refused from the start', async () => {
    const { harness, credentialsFile, install } = await startTest()
    const before = await install()
    const { installation_id } = before.credentials()!
    await before.stop()
    harness.setFaults((operation, count) =>
      ['lease', 'refresh'].includes(operation) && count === 1 ? 'status_401' : undefined,
    )
    const after = await install()
    await harness.advance(MINUTE)
    expect(after.status()).toMatchObject({ mode: 'running', failures: 0, installation_id })
    expect(credentialsFile().current).toMatchObject({ installation_id })
  })

  it('does not change or use the credentials of another agent or platform', async () => {
    const { harness, agent, install } = await startTest()
    await (await install()).stop()
    const before = harness.disk.files.get(FILE)
    const installation = await harness.start(await harness.newAgent())
    await harness.advance(MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'degraded', reason: 'no_credentials' })
    const elsewhere = await harness.start(agent, { platform_url: 'https://elsewhere.test/api/v1' })
    expect(elsewhere.status()).toMatchObject({ mode: 'degraded', reason: 'no_credentials' })
    expect(harness.disk.files.get(FILE)).toBe(before)
  })

  it('renames credentials of another agent before it stores its own', async () => {
    const { harness, install } = await startTest()
    await (await install()).stop()
    expect((await install({}, await harness.newAgent())).mode()).toBe('running')
    expect([...harness.disk.files.keys()]).toEqual([
      expect.stringMatching(/svc\.credentials\.aside-[0-9a-f]{8}$/),
      FILE,
    ])
  })

  it('renames every unreadable file, each to a separate name', async () => {
    const { harness, install } = await startTest()
    for (const text of ['precious', 'precious too']) {
      harness.disk.files.set(FILE, text)
      expect((await install()).mode()).toBe('running')
    }
    expect([...harness.disk.files.values()]).toEqual(
      expect.arrayContaining(['precious', 'precious too']),
    )
  })

  it('renames nothing before there is something to store', async () => {
    const { harness, install } = await startTest()
    await (await install()).stop()
    const before = harness.disk.files.get(FILE)
    const installation = await harness.start(await harness.newAgent(), {
      api_key: harness.org.api_key,
    })
    await harness.advance(MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'degraded' })
    expect([...harness.disk.files]).toEqual([[FILE, before]])
  })

  it('renames its file if another process wrote to it in the meantime', async () => {
    const { harness, credentialsFile, install, send } = await startTest()
    const installation = await install()
    harness.disk.files.set(FILE, '{"format":1,"of":"another installation"}')
    await send({ installation_id: installation.credentials()!.installation_id, type: 'pause' })
    await harness.advance(2 * MINUTE)
    expect(credentialsFile()).toMatchObject({ paused: true })
    expect([...harness.disk.files.values()]).toContain('{"format":1,"of":"another installation"}')
  })

  it('starts a new installation without the pause and the commands of the previous one', async () => {
    const { harness, credentialsFile, install, send } = await startTest()
    const before = await install()
    await send({ installation_id: before.credentials()!.installation_id, type: 'pause' })
    await harness.advance(2 * MINUTE)
    expect(before.link.paused()).toBe(true)
    await before.stop()
    const after = await install()
    expect(after.status()).toMatchObject({ mode: 'running', paused: false })
    expect(credentialsFile().paused).toBe(false)
  })

  it('sends no heartbeats and keeps its credentials if its process only installs and the token is refused', async () => {
    const { harness, agent, credentialsFile, install } = await startTest()
    await (await install()).stop()
    const before = credentialsFile().current
    const heartbeats = harness.sent('lease').length
    const again = await harness.start(agent, { install_token: 'skt_nonsense', installs_only: true })
    await harness.advance(HOUR)
    await again.stop()
    expect(again.status().reason).toBe('stopped')
    expect(harness.sent('lease')).toHaveLength(heartbeats)
    expect(credentialsFile().current).toEqual(before)
  })

  it("continues, and stops gracefully, when its log and its author's functions fail", async () => {
    const { harness, install, installationRecord } = await startTest()
    const fail = () => {
      throw new Error('EPIPE')
    }
    const installation = await install({
      logger: { debug: fail, info: fail, warn: fail, error: fail },
      onEnded: fail,
    })
    await harness.advance(3 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    await installation.stop()
    expect(await installationRecord()).toMatchObject({ health: 'stopped' })
  })

  it('refuses an API key that no header can carry, without quoting it', async () => {
    const { harness, agent } = await startTest()
    const refused = await harness
      .start(agent, { api_key: 'sk_live_secret\n' })
      .catch((cause: Error) => cause)
    expect(refused).toBeInstanceOf(TypeError)
    expect(String(refused)).not.toContain('secret')
  })

  it('logs only the kind of the error if a request could not be sent', async () => {
    const { harness, install } = await startTest()
    const fetch = () => {
      throw new TypeError('Headers.append: "Bearer srt_secret" is an invalid header value.')
    }
    await install({ fetch })
    expect(harness.log.join()).toContain('TypeError')
    expect(harness.log.join()).not.toContain('secret')
  })

  it('logs the error code if a request cannot have arrived', async () => {
    const { harness, agent, install } = await startTest()
    const fetch = () => {
      throw Object.assign(new TypeError('fetch failed'), {
        cause: Object.assign(new Error('x'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
      })
    }
    const install_token = await harness.token(agent)
    await install({ fetch, install_token, api_key: harness.org.api_key })
    expect(harness.log.join()).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
  })

  it.each([
    '',
    '{"format": 2}',
    'garbage',
    '{"format":1,"platform_url":"x","agent_id":"y","current":{"installation_id":7}}',
  ])(
    'starts in degraded mode with a credentials file that contains %j, and does not change it',
    async (text) => {
      const { harness, agent } = await startTest()
      harness.disk.files.set(FILE, text)
      const installation = await harness.start(agent)
      await harness.advance(MINUTE)
      expect(installation.status()).toMatchObject({ mode: 'degraded', reason: 'no_credentials' })
      expect(harness.disk.files.get(FILE)).toBe(text)
    },
  )

  it('reports that it has stopped, and then sends nothing more', async () => {
    const { harness, install, installationRecord } = await startTest()
    const installation = await install()
    await installation.stop()
    expect(installation.mode()).toBe('stopped')
    expect(await installationRecord()).toMatchObject({ health: 'stopped', status: 'stopped' })
    const { length } = harness.traffic
    await harness.advance(DAY)
    expect(harness.traffic).toHaveLength(length)
  })

  it('sends a separate heartbeat for one that is requested while another is in flight', async () => {
    const { harness, install } = await startTest()
    const installation = await install()
    const sent = harness.sent('lease').length
    let second: Promise<boolean> | undefined
    harness.setFaults((operation) => {
      if (operation === 'lease') second ??= installation.sendHeartbeat()
      return undefined
    })
    await installation.sendHeartbeat()
    expect(await second).toBe(true)
    expect(harness.sent('lease')).toHaveLength(sent + 2)
  })

  it('refreshes its token and renews its lease within one heartbeat after the clock of the platform was moved', async () => {
    const { harness, install, installationRecord } = await startTest()
    const installation = await install()
    harness.platform.clock.advance(100 * DAY)
    expect(await installation.sendHeartbeat()).toBe(true)
    expect((await installationRecord())!.lease_expires_at > harness.platform.clock.now()).toBe(true)
    expect(harness.sent('refresh')).toHaveLength(1)
  })
})

it('does not write credentials to its log', async () => {
  const { harness, install, failFirst } = await startTest()
  failFirst('bootstrap', ['response_lost', 'garbage'])
  failFirst('lease', ['status_401', 'garbage'])
  await install({ api_key: harness.org.api_key })
  await harness.advance(HOUR)
  expect(harness.log.join('\n')).not.toMatch(/s(kt|rt|rf)_[A-Za-z0-9_-]{10}|sk_live_/)
})
