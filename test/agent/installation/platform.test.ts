import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { platformClient } from '../../../src/agent/installation/platform-client.ts'
import { createPlatformLink } from '../../../src/agent/installation/platform-link.ts'
import type { TestAgent } from '../../http/agents.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/time.ts'
import { LOSSES, openPlatform, openStage, type Fault, type Operation, type Stage } from './stage.ts'

let platform: Awaited<ReturnType<typeof openPlatform>>
let stage: Stage
let agent: TestAgent
beforeAll(async () => { platform = await openPlatform() })
beforeEach(async () => {
  stage = await openStage(platform)
  agent = await stage.newAgent()
})
const FILE = '/agent/svc.credentials'
const kept = () => JSON.parse(stage.disk.files.get(FILE) ?? 'null') as { current: Record<string, unknown> | null; previous: object | null; begun: string | null; paused: boolean }
const installed = async (options: object = {}) => {
  const installation = await stage.start(agent, { install_token: await stage.token(agent), ...options })
  await stage.pass(SECOND)
  return installation
}
const health = async () => (await stage.row(agent))[0]
const perMinute = () => Math.max(...stage.traffic.map(({ at }) => stage.traffic.filter((other) => other.operation !== 'other' && other.at >= at && other.at < at + MINUTE).length))
/** The first requests of one operation meet a fault. */
const first = (operation: Operation, faults: readonly Fault[]) => stage.direct((name, count) => (name === operation ? faults[count - 1] : undefined))
const send = (command: object) => stage.platform.store.sendCommand(stage.platform.act(), { reason: 'because', ...command } as never)

describe('an installation on the real platform', () => {
  it('exchanges its install token, keeps the credentials, and renews the lease', async () => {
    const installation = await installed()
    expect(installation.status()).toMatchObject({ mode: 'running', reason: '', paused: false, failures: 0, stored: true })
    expect(kept().current).toMatchObject({ installation_id: installation.credentials()!.installation_id, refresh_token: expect.stringMatching(/^srf_/) })
    await stage.pass(HOUR)
    const beats = stage.sent('lease')
    expect(beats.length).toBeGreaterThanOrEqual(60)
    expect(beats.length).toBeLessThanOrEqual(75)
    expect(beats.slice(1, -1).every(({ at }, index) => at - beats[index]!.at <= MINUTE)).toBe(true)
    expect(await health()).toMatchObject({ lifecycle: 'active', health: 'online', status: 'running' })
  })

  it('comes back with its credentials after a restart, without buying again', async () => {
    const token = await stage.token(agent)
    const before = await stage.start(agent, { install_token: token })
    await before.stop()
    expect(await health()).toMatchObject({ health: 'stopped' })
    const after = await stage.start(agent, { install_token: token })
    await stage.pass(SECOND)
    expect(after.mode()).toBe('running')
    expect(stage.sent('bootstrap')).toHaveLength(1)
    expect(await health()).toMatchObject({ health: 'online' })
  })

  it('takes a refreshed token over and lets the old one go once the new one was used', async () => {
    const installation = await installed({ heartbeat_interval_seconds: 3600 })
    await stage.pass(83 * DAY + 2 * HOUR)
    expect(installation.credentials()).toMatchObject({ token_version: 2 })
    expect(kept()).toMatchObject({ current: { token_version: 2 }, previous: null })
    await stage.pass(10 * DAY)
    expect(installation.mode()).toBe('running')
    expect(stage.sent('refresh')).toHaveLength(0)
  })

  it('refreshes a runtime token that expired while nobody was there', async () => {
    await (await installed()).stop()
    await stage.pass(100 * DAY)
    const installation = await stage.start(agent)
    await stage.pass(MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(stage.sent('refresh')).toHaveLength(1)
  })

  it('recovers with an API key when the refresh token is dead too', async () => {
    const installation = await installed({ api_key: stage.org.api_key })
    await stage.org.api.post('/installations/recovery', { agent_id: agent.svc_id, workspace_id: stage.org.workspace_id })
    await stage.pass(3 * MINUTE)
    expect(stage.sent('recovery')).toHaveLength(1)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
  })

  it('goes into degraded mode without an API key, keeps its credentials, and tries them again within the hour', async () => {
    const installation = await installed()
    await stage.org.api.post('/installations/recovery', { agent_id: agent.svc_id, workspace_id: stage.org.workspace_id })
    const before = kept().current
    await stage.pass(5 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'degraded', reason: 'credentials_refused' })
    expect(kept().current).toEqual(before)
    const beats = stage.sent('lease').length
    const tries = stage.sent('refresh').length
    await stage.pass(6 * HOUR)
    expect(stage.sent('lease')).toHaveLength(beats)
    expect(stage.sent('refresh').length - tries).toBeGreaterThanOrEqual(5)
    expect(stage.sent('refresh').length - tries).toBeLessThan(40)
  })

  it('serves on in degraded mode when the install token is refused, until a new one and a restart', async () => {
    const broken = await stage.start(agent, { install_token: `skt_${'x'.repeat(43)}` })
    await stage.pass(HOUR)
    expect(broken.status()).toMatchObject({ mode: 'degraded', reason: 'bootstrap_refused', installation_id: null })
    expect(broken.link.standing().mode).toBe('degraded')
    expect(stage.sent('bootstrap')).toHaveLength(1)
    expect(stage.sent('lease')).toHaveLength(0)
    expect(stage.log.some((line) => line.startsWith('error degraded'))).toBe(true)
    await broken.stop()
    expect((await installed()).mode()).toBe('running')
  })

  it('stays the installation that it was when a new install token is refused', async () => {
    const before = await installed()
    const { installation_id } = before.credentials()!
    await before.stop()
    const after = await stage.start(agent, { install_token: 'skt_nonsense' })
    await stage.pass(SECOND)
    expect(after.status()).toMatchObject({ mode: 'running', installation_id })
  })

  it('becomes a new installation with a new install token', async () => {
    const before = await installed()
    const { installation_id } = before.credentials()!
    await before.stop()
    const after = await installed()
    expect(after.mode()).toBe('running')
    expect(after.credentials()!.installation_id).not.toBe(installation_id)
    expect(kept().previous).toBeNull()
  })

  it('falls back to the credentials that worked last when new ones are refused from the start', async () => {
    const before = await installed()
    const { installation_id } = before.credentials()!
    await before.stop()
    stage.direct((operation, count) => (['lease', 'refresh'].includes(operation) && count === 1 ? 'says_401' : undefined))
    const after = await installed()
    await stage.pass(MINUTE)
    expect(after.status()).toMatchObject({ mode: 'running', failures: 0, installation_id })
    expect(kept().current).toMatchObject({ installation_id })
  })

  it('leaves credentials of another agent or platform alone, and shows them to nobody', async () => {
    await (await installed()).stop()
    const before = stage.disk.files.get(FILE)
    const installation = await stage.start(await stage.newAgent())
    await stage.pass(MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'degraded', reason: 'no_credentials' })
    const elsewhere = await stage.start(agent, { platform_url: 'https://elsewhere.test/api/v1' })
    expect(elsewhere.status()).toMatchObject({ mode: 'degraded', reason: 'no_credentials' })
    expect(stage.disk.files.get(FILE)).toBe(before)
  })

  it('sets credentials of another agent aside before it keeps its own', async () => {
    await (await installed()).stop()
    agent = await stage.newAgent()
    expect((await installed()).mode()).toBe('running')
    expect([...stage.disk.files.keys()]).toEqual([expect.stringMatching(/svc\.credentials\.aside-[0-9a-f]{8}$/), FILE])
  })

  it('sets aside every file that it does not understand, each under a name of its own', async () => {
    for (const text of ['precious', 'precious too']) {
      stage.disk.files.set(FILE, text)
      expect((await installed()).mode()).toBe('running')
    }
    expect([...stage.disk.files.values()]).toEqual(expect.arrayContaining(['precious', 'precious too']))
  })

  it('moves nothing out of the way before there is something to keep', async () => {
    await (await installed()).stop()
    const before = stage.disk.files.get(FILE)
    const installation = await stage.start(await stage.newAgent(), { api_key: stage.org.api_key })
    await stage.pass(MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'degraded' })
    expect([...stage.disk.files]).toEqual([[FILE, before]])
  })

  it('sets aside what another process wrote into its file meanwhile', async () => {
    const installation = await installed()
    stage.disk.files.set(FILE, '{"format":1,"of":"another installation"}')
    await send({ installation_id: installation.credentials()!.installation_id, type: 'pause' })
    await stage.pass(2 * MINUTE)
    expect(kept()).toMatchObject({ paused: true })
    expect([...stage.disk.files.values()]).toContain('{"format":1,"of":"another installation"}')
  })

  it('begins as a new installation without the pause and the commands of the one before', async () => {
    const before = await installed()
    await send({ installation_id: before.credentials()!.installation_id, type: 'pause' })
    await stage.pass(2 * MINUTE)
    expect(before.link.paused()).toBe(true)
    await before.stop()
    const after = await installed()
    expect(after.status()).toMatchObject({ mode: 'running', paused: false })
    expect(kept().paused).toBe(false)
  })

  it('a process that only installs ends with a refused token, and leaves the installation at hand to others', async () => {
    await (await installed()).stop()
    const before = kept().current
    const beats = stage.sent('lease').length
    const again = await stage.start(agent, { install_token: 'skt_nonsense', installs_only: true })
    await stage.pass(HOUR)
    await again.stop()
    expect(again.status().reason).toBe('stopped')
    expect(stage.sent('lease')).toHaveLength(beats)
    expect(kept().current).toEqual(before)
  })

  it.each([['a number without a JSON form', () => ({ n: 1n })], ['a circle', () => { const circle: Record<string, unknown> = {}; circle['circle'] = circle; return circle }], ['more than the platform reads', () => ({ text: 'x'.repeat(20_000) })], ['an error', () => { throw new Error('no') }]])('beats on when what it would tell about itself is %s', async (_name, health) => {
    const installation = await installed({ health })
    await stage.pass(3 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(stage.sent('lease').length).toBeGreaterThan(2)
  })

  it('beats on, and ends in order, when its log and its author\'s functions fail', async () => {
    const fail = () => { throw new Error('EPIPE') }
    const installation = await installed({ logger: { debug: fail, info: fail, warn: fail, error: fail }, onEnded: fail })
    await stage.pass(3 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    await installation.stop()
    expect(await health()).toMatchObject({ health: 'stopped' })
  })

  it('refuses an API key that no header can carry, without quoting it', async () => {
    const refused = await stage.start(agent, { api_key: 'sk_live_secret\n' }).catch((cause: Error) => cause)
    expect(refused).toBeInstanceOf(TypeError)
    expect(String(refused)).not.toContain('secret')
  })

  it('tells no more of a request that could not be sent than its kind', async () => {
    const fetch = () => { throw new TypeError('Headers.append: "Bearer srt_secret" is an invalid header value.') }
    await installed({ fetch })
    expect(stage.log.join()).toContain('TypeError')
    expect(stage.log.join()).not.toContain('secret')
  })

  it('takes nothing for a used token whose request cannot have arrived', async () => {
    const fetch = () => { throw Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('x'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }) }) }
    const install_token = await stage.token(agent)
    await installed({ fetch, install_token, api_key: stage.org.api_key })
    expect(stage.log.join()).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
    const lost = await platformClient({ platform_url: 'https://registry.test', fetch, clock: stage.clock, timeout_ms: 1000 })({ path: '/x' })
    expect(lost).toMatchObject({ kind: 'lost', landed: false })
  })

  it.each(['', '{"format": 2}', 'garbage', '{"format":1,"platform_url":"x","agent_id":"y","current":{"installation_id":7}}'])('starts in degraded mode on a credentials file that says %j, and does not touch it', async (text) => {
    stage.disk.files.set(FILE, text)
    const installation = await stage.start(agent)
    await stage.pass(MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'degraded', reason: 'no_credentials' })
    expect(stage.disk.files.get(FILE)).toBe(text)
  })

  it('ends the lease on stop', async () => {
    const installation = await installed()
    await installation.stop()
    expect(installation.mode()).toBe('stopped')
    expect(await health()).toMatchObject({ health: 'stopped', status: 'stopped' })
    const { length } = stage.traffic
    await stage.pass(DAY)
    expect(stage.traffic).toHaveLength(length)
  })

  it('refreshes and renews within one beat when the clock of the platform was moved', async () => {
    const installation = await installed()
    stage.platform.clock.advance(100 * DAY)
    expect(await installation.beat()).toBe(true)
    expect((await health())!.lease_expires_at > stage.platform.clock.now()).toBe(true)
    expect(stage.sent('refresh')).toHaveLength(1)
  })
})

describe('a lost answer never strands an installation', () => {
  const steps: readonly Operation[] = ['bootstrap', 'lease', 'refresh', 'recovery']
  /** Makes every one of the four steps happen. */
  async function wholeLife(): Promise<void> {
    const token = await stage.token(agent)
    const options = { install_token: token, api_key: stage.org.api_key }
    const young = await stage.start(agent, options)
    await stage.pass(5 * MINUTE)
    await young.stop()
    await stage.pass(100 * DAY)
    const aged = await stage.start(agent, options)
    await stage.pass(5 * MINUTE)
    await stage.org.api.post('/installations/recovery', { agent_id: agent.svc_id, workspace_id: stage.org.workspace_id })
    await stage.pass(10 * MINUTE)
    expect(aged.status()).toMatchObject({ mode: 'running', failures: 0, stored: true })
  }

  it.each(steps.flatMap((operation) => LOSSES.map((fault) => [operation, fault] as const)))('%s: %s', async (operation, fault) => {
    first(operation, [fault, fault])
    await wholeLife()
    expect(await stage.row(agent)).toHaveLength(1)
    expect(await health()).toMatchObject({ health: 'online', lifecycle: 'active' })
    expect(stage.sent(operation).length).toBeGreaterThanOrEqual(3)
    expect(perMinute()).toBeLessThanOrEqual(30)
  })

  it.each(steps)('%s: the network delivers every request twice', async (operation) => {
    stage.direct((name) => (name === operation ? 'twice' : undefined))
    await wholeLife()
    expect(await stage.row(agent)).toHaveLength(1)
  })

  it('lease: answers of the heartbeat before come again', async () => {
    const installation = await installed()
    stage.direct((operation, count) => (operation === 'lease' && count % 3 === 0 ? 'again' : undefined))
    await stage.pass(HOUR)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(await health()).toMatchObject({ health: 'online' })
  })

  it('a crash between the exchange and the disk: the same token works for a minute', async () => {
    const install_token = await stage.token(agent)
    stage.disk.turn('hung')
    await stage.start(agent, { install_token })
    await stage.pass(12 * SECOND)
    expect(stage.sent('bootstrap')).toHaveLength(1)
    stage.disk.turn('good')
    const second = await stage.start(agent, { install_token })
    await stage.pass(SECOND)
    expect(second.mode()).toBe('running')
    expect(await stage.row(agent)).toHaveLength(1)
  })

  it('a crash between the exchange and the disk: later an API key recovers what the file says was begun', async () => {
    const install_token = await stage.token(agent)
    first('bootstrap', ['answer_lost'])
    await stage.start(agent, { install_token })
    stage.direct(() => 'never_arrives')
    await stage.pass(HOUR)
    expect(kept()).toMatchObject({ current: null, begun: expect.stringMatching(/^[0-9a-f]{64}$/) })
    stage.direct(() => undefined)
    const second = await stage.start(agent, { install_token, api_key: stage.org.api_key })
    await stage.pass(MINUTE)
    expect(second.mode()).toBe('running')
    expect(stage.sent('recovery').length).toBeGreaterThanOrEqual(1)
  })

  it('an install token that somebody else used is not answered by taking over the installation of that somebody', async () => {
    const install_token = await stage.token(agent)
    await stage.platform.as({}).post('/installations/bootstrap', { install_token })
    await stage.pass(2 * MINUTE)
    const late = await stage.start(agent, { install_token, api_key: stage.org.api_key })
    await stage.pass(HOUR)
    expect(late.status()).toMatchObject({ mode: 'degraded', reason: 'bootstrap_refused' })
    expect(stage.sent('recovery')).toHaveLength(0)
  })
})

describe('when the platform is away', () => {
  it('asks about as often as in health, never more than 30 times a minute, and is back within two intervals', async () => {
    const installation = await installed()
    await stage.pass(5 * MINUTE)
    const begin = stage.clock.now()
    stage.direct((_, __, now) => (now < begin + 30 * MINUTE ? 'never_arrives' : undefined))
    await stage.pass(32 * MINUTE)
    const tries = stage.traffic.filter(({ fault }) => fault === 'never_arrives')
    expect(tries.length).toBeGreaterThan(10)
    expect(tries.length).toBeLessThan(60)
    expect(perMinute()).toBeLessThanOrEqual(30)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(stage.log.filter((line) => line.startsWith('warn')).length).toBeLessThan(10)
  })

  it('waits as long as Retry-After says', async () => {
    await installed()
    first('lease', ['busy_503'])
    await stage.pass(2 * MINUTE)
    const at = stage.traffic.findIndex(({ fault }) => fault === 'busy_503')
    expect(stage.traffic[at + 1]!.at - stage.traffic[at]!.at).toBeGreaterThanOrEqual(5 * SECOND)
  })

  it('keeps its rhythm when the calendar of the platform jumps', async () => {
    await installed()
    for (const off of [-DAY, 3 * HOUR, -90 * SECOND, 90 * SECOND, 400 * DAY]) {
      stage.setCalendar(off)
      const { length } = stage.sent('lease')
      await stage.pass(20 * MINUTE)
      expect(stage.sent('lease').length - length).toBeGreaterThanOrEqual(19)
      expect(stage.sent('lease').length - length).toBeLessThanOrEqual(24)
    }
  })

  it('keeps its lease when the clock of the platform jumps forward', async () => {
    const installation = await installed()
    for (const jump of [HOUR, DAY, 80 * DAY]) {
      stage.platform.clock.advance(jump)
      await stage.pass(3 * MINUTE)
      expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
      expect(await health()).toMatchObject({ health: 'online' })
    }
  })

  it('tries the heartbeat again when the refusal was the mistake and nothing can be refreshed', async () => {
    const installation = await installed()
    stage.direct((operation, count) => (operation === 'refresh' ? 'error_500' : operation === 'lease' && count === 1 ? 'says_401' : undefined))
    await stage.pass(5 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(await health()).toMatchObject({ health: 'online' })
  })

  it('survives a platform that refuses good credentials for an hour', async () => {
    const installation = await installed()
    const begin = stage.clock.now()
    stage.direct((_, __, now) => (now < begin + HOUR ? 'says_401' : undefined))
    await stage.pass(HOUR)
    expect(installation.mode()).toBe('degraded')
    await stage.pass(2 * HOUR)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
  })
})

describe('when the disk is full', () => {
  it.each(['full', 'hung'] as const)('goes on from memory and keeps the credentials once the disk is back (%s)', async (state) => {
    stage.disk.turn(state)
    const installation = await installed()
    await stage.pass(10 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'running', stored: false })
    expect(stage.disk.files.size).toBe(0)
    if (state === 'hung') return
    stage.disk.turn('good')
    await stage.pass(2 * MINUTE)
    expect(installation.status()).toMatchObject({ stored: true })
    expect(kept().current).toMatchObject({ runtime_token: installation.credentials()!.runtime_token })
  })

  it('does not use a refreshed token that a crash would lose, while the one on disk is good', async () => {
    const installation = await installed()
    const { installation_id } = installation.credentials()!
    const on_disk = kept().current!['runtime_token']
    stage.disk.turn('full')
    await send({ installation_id, type: 'rotate_token' })
    await stage.pass(10 * MINUTE)
    expect(installation.credentials()!.runtime_token).toBe(on_disk)
    expect(await health()).toMatchObject({ health: 'online' })
    stage.disk.turn('good')
    await stage.pass(3 * MINUTE)
    expect(installation.credentials()!.runtime_token).not.toBe(on_disk)
    expect((await stage.commands(agent)).map(({ acknowledgement }) => acknowledgement)).toEqual([{ status: 'done', message: '' }])
  })

  it('uses the token that waits for the disk when the one on disk is refused', async () => {
    const installation = await installed()
    const { installation_id, runtime_token } = installation.credentials()!
    stage.disk.turn('full')
    await send({ installation_id, type: 'rotate_token' })
    await stage.pass(3 * MINUTE)
    first('lease', ['says_401'])
    await stage.pass(3 * MINUTE)
    expect(installation.credentials()!.runtime_token).not.toBe(runtime_token)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(stage.sent('refresh')).toHaveLength(0)
  })

  it('uses a refreshed token from memory when the old one is dead', async () => {
    await (await installed()).stop()
    await stage.pass(100 * DAY)
    stage.disk.turn('full')
    const installation = await stage.start(agent)
    await stage.pass(5 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0, stored: false })
    expect(kept().current).toMatchObject({ refresh_token: installation.credentials()!.refresh_token })
  })
})

describe('commands', () => {
  const types = ['pause', 'resume', 'reload_policy', 'rotate_token', 'set_interval'] as const

  it.each(['none', 'answer_lost', 'again', 'twice', 'hangs'] as const)('are obeyed once and acknowledged once (answers: %s)', async (fault) => {
    const heard: string[] = []
    const installation = await installed({ onCommand: ({ type }: { type: string }) => { heard.push(type) } })
    const { installation_id } = installation.credentials()!
    if (fault !== 'none') stage.direct((operation, count) => (operation === 'lease' && count % 2 === 1 ? fault : undefined))
    for (const type of types) await send({ installation_id, type, params: { heartbeat_interval_seconds: 30 } })
    await stage.pass(30 * MINUTE)
    expect(heard).toEqual(['pause', 'resume', 'reload_policy'])
    const commands = await stage.commands(agent)
    expect(commands.map(({ type, acknowledgement }) => [type, acknowledgement?.status])).toEqual(types.map((type) => [type, 'done']))
    expect(await health()).toMatchObject({ lifecycle: 'active', health: 'online', heartbeat_interval: 30, token_version: expect.toSatisfy((version: number) => version >= 2) })
  })

  it('pause holds the agent, also over a restart, until resume', async () => {
    const installation = await installed()
    const { installation_id } = installation.credentials()!
    await send({ installation_id, type: 'pause' })
    await stage.pass(2 * MINUTE)
    expect(installation.link.paused()).toBe(true)
    expect(await health()).toMatchObject({ lifecycle: 'paused', status: 'paused' })
    await installation.stop()
    const again = await stage.start(agent)
    expect(again.link.paused()).toBe(true)
    await send({ installation_id, type: 'resume' })
    await stage.pass(2 * MINUTE)
    expect(again.link.paused()).toBe(false)
  })

  it('a rotation retires the old token', async () => {
    const installation = await installed()
    const { installation_id, runtime_token } = installation.credentials()!
    await send({ installation_id, type: 'rotate_token' })
    await stage.pass(10 * MINUTE)
    const old = await stage.platform.as({ Authorization: `Bearer ${runtime_token}` }).post(`/installations/${installation_id}/lease`, {})
    expect(old.status).toBe(401)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
  })

  it.each(['answer_lost', 'error_500', 'again', 'garbage'] as const)('a rotation whose answers are lost is bought with the refresh token, sooner or later (%s)', async (fault) => {
    const installation = await installed()
    const { installation_id } = installation.credentials()!
    await send({ installation_id, type: 'rotate_token' })
    stage.direct((operation, count) => (operation === 'lease' && count === 1 ? 'answer_lost' : operation === 'refresh' && count <= 3 ? fault : undefined))
    await stage.pass(10 * MINUTE)
    expect((await stage.commands(agent)).map(({ acknowledgement }) => acknowledgement?.status)).toEqual(['done'])
    expect(await health()).toMatchObject({ health: 'online' })
    expect(stage.sent('lease').every(({ at }, index, all) => index === 0 || at - all[index - 1]!.at <= MINUTE)).toBe(true)
  })

  it('a reload of the policy that fails is acknowledged as failed', async () => {
    const installation = await installed()
    await send({ installation_id: installation.credentials()!.installation_id, type: 'reload_policy' })
    stage.direct((operation) => (operation === 'other' ? 'error_500' : undefined))
    await stage.pass(3 * MINUTE)
    expect((await stage.commands(agent)).map(({ acknowledgement }) => acknowledgement)).toEqual([{ status: 'failed', message: 'the policy could not be loaded' }])
  })

  it('a command that the agent cannot carry out is acknowledged as failed, and one it does not know as unsupported', async () => {
    const installation = await installed({ onCommand: () => { throw new Error('no') } })
    const { installation_id } = installation.credentials()!
    await send({ installation_id, type: 'reload_policy' })
    await send({ installation_id, type: 'dance' })
    await stage.pass(3 * MINUTE)
    expect((await stage.commands(agent)).map(({ acknowledgement }) => acknowledgement?.status)).toEqual(['failed', 'unsupported'])
  })

  it('terminate: finishes its work in time, acknowledges, stops', async () => {
    let finished = false
    const ended: string[] = []
    const installation = await installed({
      onEnded: (reason: string) => ended.push(reason),
      onCommand: () => new Promise<void>((resolve) => { stage.clock.after(20 * SECOND, () => { finished = true; resolve() }) }),
    })
    await send({ installation_id: installation.credentials()!.installation_id, type: 'terminate', params: { shutdown_timeout_ms: 60_000 } })
    await stage.pass(5 * MINUTE)
    expect(finished).toBe(true)
    expect(ended).toEqual(['terminated'])
    expect(installation.status()).toMatchObject({ mode: 'stopped', reason: 'terminated' })
    expect(await health()).toMatchObject({ lifecycle: 'terminated', health: 'stopped' })
    expect((await stage.commands(agent))[0]!.acknowledgement).toMatchObject({ status: 'done' })
  })

  it.each(['answer_lost', 'never_arrives', 'hangs'] as const)('terminate: the farewell is repeated (%s)', async (fault) => {
    const installation = await installed({ heartbeat_interval_seconds: 10 })
    await stage.org.api.post(`/installations/${installation.credentials()!.installation_id}/revoke`, { shutdown_timeout_ms: 60_000 })
    stage.direct((operation, count) => (operation === 'lease' && count === 2 ? fault : undefined))
    await stage.pass(2 * MINUTE)
    expect(installation.mode()).toBe('stopped')
    expect((await stage.commands(agent))[0]!.acknowledged_at).not.toBeNull()
  })

  it('revoked while working: work ends in time, the platform hears of it, and nothing more is sent', async () => {
    const signals: AbortSignal[] = []
    const installation = await installed({ heartbeat_interval_seconds: 10, onCommand: ({ signal }: { signal: AbortSignal }) => { signals.push(signal); return new Promise(() => { /* never done */ }) } })
    const { installation_id } = installation.credentials()!
    await stage.org.api.post(`/installations/${installation_id}/revoke`, { reason: 'retired', shutdown_timeout_ms: 60_000 })
    await stage.pass(2 * MINUTE)
    expect(signals[0]!.aborted).toBe(true)
    expect(installation.status()).toMatchObject({ mode: 'stopped', reason: 'terminated' })
    expect(await health()).toMatchObject({ lifecycle: 'revoked', health: 'stopped' })
    const { length } = stage.traffic
    await stage.pass(DAY)
    expect(stage.traffic).toHaveLength(length)
  })

  it('revoked and heard of too late: stops, and keeps its credentials for whoever asks why', async () => {
    const installation = await installed()
    await stage.org.api.post(`/installations/${installation.credentials()!.installation_id}/revoke`, { shutdown_timeout_ms: 1000 })
    await stage.pass(2 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'stopped', reason: 'installation_revoked' })
    expect(kept().current).not.toBeNull()
  })
})

describe('the link to the platform', () => {
  it('knows policy and standing, verifies trust with the runtime token, and reads the keys', async () => {
    const { link } = await installed()
    await stage.pass(MINUTE)
    expect(link.policy()).toMatchObject({ workspace_id: stage.org.workspace_id, status: 'active' })
    expect(link.standing()).toEqual({ reputation: 50, verification_status: 'verified', mode: 'running' })
    const context = { workspace_id: stage.org.workspace_id }
    expect(await link.verifyTrust(agent.trust(context) as never)).toMatchObject({ valid: true })
    expect(await link.verifyTrust({ ...agent.trust(context), svc_id: 'nobody' } as never)).toBeUndefined()
    expect(await link.profile(`did:svc:${agent.svc_id}`)).toMatchObject({ svc_id: agent.svc_id })
    expect(await link.jwks()).toEqual([expect.objectContaining({ kty: 'OKP' })])
  })

  it('loads the policy anew when it is told to, though it is asking already', async () => {
    const { link } = await installed()
    const before = stage.sent('other').length
    void link.reload()
    expect(await link.reload()).toBe(true)
    expect(stage.sent('other').length - before).toBe(4)
  })

  it.each([{ reputation: { score: 'high' }, verification_status: 'verified' }, { reputation: { score: 101 }, verification_status: 'verified' }, { reputation: { score: 50 }, verification_status: 'fine\r\nX-Injected: 1' }, {}])('does not believe a profile that says %j', async (profile) => {
    const ask = async () => ({ kind: 'ok', body: profile, clock_ms: null }) as const
    const note = () => undefined
    const link = createPlatformLink({
      ask, setup: { platform_url: 'https://registry.test', agent_id: 'a', issuer: 'https://registry.test' }, place: () => undefined, time: () => undefined, clock: stage.clock, logger: { debug: note, info: note, warn: note, error: note },
      mode: () => 'running', paused: () => false, token: () => 'srt_1', refused: note,
    })
    expect(await link.reload()).toBe(false)
    expect(link.standing()).toEqual({ reputation: 50, verification_status: 'unverified', mode: 'running' })
  })

  it('rejects when the platform cannot be asked, and when there are no credentials', async () => {
    const { link } = await installed()
    stage.direct(() => 'error_500')
    await expect(link.profile('did:svc:x')).rejects.toThrow('500 INTERNAL_ERROR')
    const { link: without } = await stage.start(await stage.newAgent(), { credentials_file: '/agent/other' })
    await expect(without.profile('did:svc:x')).rejects.toThrow('no credentials')
  })
})

it('writes no credential into its log', async () => {
  first('bootstrap', ['answer_lost', 'garbage'])
  first('lease', ['says_401', 'garbage'])
  await installed({ api_key: stage.org.api_key })
  await stage.pass(HOUR)
  expect(stage.log.join('\n')).not.toMatch(/s(kt|rt|rf)_[A-Za-z0-9_-]{10}|sk_live_/)
})
