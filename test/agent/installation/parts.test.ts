import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestOutcome, PlatformCommand } from '../../../src/agent/installation/responses.ts'
import {
  readIssuedCredentials,
  readLeaseResponse,
  readRefreshedToken,
} from '../../../src/agent/installation/responses.ts'
import { runCommand } from '../../../src/agent/installation/run-command.ts'
import { withTimeout, createPlatformTime } from '../../../src/agent/installation/clock.ts'
import { fileDisk } from '../../../src/agent/installation/credentials-file.ts'
import { parseStoredCredentials } from '../../../src/agent/installation/credentials.ts'
import { createInstallationLink } from '../../../src/agent/installation/installation-link.ts'
import { platformRequestOf } from '../../../src/agent/installation/requests.ts'
import { SETUP } from './simulation.ts'
import { virtualClock } from './harness.ts'
import { newFolder } from '../../kit/folder.ts'

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
const TIMESTAMP = '2030-01-01T00:00:00.000Z'

describe('a command', () => {
  const never = () => new Promise(() => undefined)
  it.each([
    ['pause', {}, 24_000],
    ['terminate', {}, 24_000],
    ['terminate', { shutdown_timeout_ms: 60_000 }, 48_000],
    ['terminate', { shutdown_timeout_ms: 0 }, 0],
    ['terminate', { shutdown_timeout_ms: 600_000 }, 480_000],
    ['terminate', { shutdown_timeout_ms: 600_001 }, 480_000],
    ['terminate', { shutdown_timeout_ms: -1 }, 24_000],
    ['pause', { shutdown_timeout_ms: 60_000 }, 24_000],
  ])('%s with %j is aborted after %i ms', async (type, params, time) => {
    const { clock, next } = virtualClock()
    let signal: AbortSignal | undefined
    const done = runCommand(
      { id: 'c', type, reason: '', params } as PlatformCommand,
      (command) => {
        signal = command.signal
        return never()
      },
      clock,
      SILENT,
    )
    await Promise.resolve()
    expect(next(time - 1, () => undefined)).toBeUndefined()
    expect(signal!.aborted).toBe(false)
    next(time, () => undefined)!()
    expect(await done).toEqual({
      status: type === 'terminate' ? 'done' : 'failed',
      message: 'the time limit passed before all work was finished',
    })
    expect(signal!.aborted).toBe(true)
  })

  it('that fails is logged with its cause', async () => {
    const lines: object[] = []
    const cause = new Error('no')
    await runCommand(
      { id: 'c', type: 'pause', reason: '', params: {} } as PlatformCommand,
      () => {
        throw cause
      },
      virtualClock().clock,
      {
        ...SILENT,
        error: (fields, message) => {
          lines.push({ ...fields, message })
        },
      },
    )
    expect(lines).toEqual([{ err: cause, command_id: 'c', message: 'the command pause failed' }])
  })

  it('is done without a handler, and failed when the handler throws', async () => {
    const { clock, next } = virtualClock()
    const command = { id: 'c', type: 'pause', reason: '', params: {} } as PlatformCommand
    expect(await runCommand(command, undefined, clock, SILENT)).toEqual({
      status: 'done',
      message: '',
    })
    expect(
      await runCommand(
        command,
        () => {
          throw new Error('no')
        },
        clock,
        SILENT,
      ),
    ).toEqual({ status: 'failed', message: 'the agent failed to pause' })
    // No timer is left.
    expect(next(3_600_000, () => undefined)).toBeUndefined()
  })
})

it('a promise that rejects in time rejects, and leaves no timer', async () => {
  const { clock, next } = virtualClock()
  await expect(
    withTimeout(clock, 1000, Promise.reject(new Error('no')), () => 'late'),
  ).rejects.toThrow('no')
  expect(next(2000, () => undefined)).toBeUndefined()
})

it("the platform's time is known to within a second plus the duration of the request", () => {
  let now = 1000
  const time = createPlatformTime({ now: () => now, after: () => () => undefined })
  expect(time.now()).toBeUndefined()
  time.observe(null, 0)
  expect(time.now()).toBeUndefined()
  time.observe(50_000, 800)
  expect(time.now()).toEqual({ earliest_ms: 50_000, latest_ms: 51_200 })
  now += 5000
  expect(time.now()).toEqual({ earliest_ms: 55_000, latest_ms: 56_200 })
})

describe('responses from the platform', () => {
  const issued = {
    installation_id: 'inst',
    runtime_token: 'srt_1',
    expires_at: TIMESTAMP,
    heartbeat_interval: 60,
  }
  const successor = { runtime_token: 'srt_2', expires_at: TIMESTAMP, token_version: 2 }
  const lease = { lease_expires_at: TIMESTAMP, next_heartbeat_at: TIMESTAMP }

  it('are read when they are valid', () => {
    expect(readIssuedCredentials(issued)).toEqual({
      ...issued,
      refresh_token: null,
      workspace_id: null,
    })
    expect(
      readIssuedCredentials({ ...issued, refresh_token: 'srf_1', workspace_id: 'ws' }),
    ).toMatchObject({
      refresh_token: 'srf_1',
      workspace_id: 'ws',
    })
    expect(readRefreshedToken({ ...successor, token_version: 1 })).toEqual({
      ...successor,
      token_version: 1,
    })
    expect(
      readLeaseResponse({
        ...lease,
        refreshed_token: successor,
        command: { id: 'c', type: 'pause' },
      }),
    ).toEqual({
      ...lease,
      refreshed: successor,
      command: { id: 'c', type: 'pause', reason: '', params: {} },
    })
  })

  it.each(['installation_id', 'runtime_token', 'expires_at', 'heartbeat_interval'])(
    'are rejected without %s',
    (member) => {
      expect(readIssuedCredentials({ ...issued, [member]: undefined })).toBeUndefined()
      expect(readIssuedCredentials({ ...issued, [member]: ' ' })).toBeUndefined()
    },
  )
  it('are rejected with an invalid refresh token or interval', () => {
    for (const more of [
      { refresh_token: 'a b' },
      { refresh_token: 7 },
      { heartbeat_interval: 0 },
      { heartbeat_interval: 1.5 },
    ])
      expect(readIssuedCredentials({ ...issued, ...more })).toBeUndefined()
  })
  it.each([
    { runtime_token: undefined },
    { expires_at: 'soon' },
    { token_version: 0 },
    { token_version: '2' },
  ])('are read without a new token if it has %j', (more) => {
    expect(readRefreshedToken({ ...successor, ...more })).toBeUndefined()
    expect(
      readLeaseResponse({ ...lease, refreshed_token: { ...successor, ...more } }),
    ).toMatchObject({
      refreshed: null,
    })
  })
  it.each([{ lease_expires_at: 'soon' }, { next_heartbeat_at: undefined }])(
    'are rejected as responses to a heartbeat with %j',
    (more) => {
      expect(readLeaseResponse({ ...lease, ...more })).toBeUndefined()
    },
  )
  it.each([{ id: 7, type: 'pause' }, { id: 'c' }, [], 'pause'])(
    'are read without a command if it is %j',
    (command) => {
      expect(readLeaseResponse({ ...lease, command })).toMatchObject({ command: null })
    },
  )
  it('are read with the reason of a command truncated to 1024 characters', () => {
    expect(
      readLeaseResponse({
        ...lease,
        command: { id: 'c', type: 'pause', reason: 'x'.repeat(1025), params: [] },
      }),
    ).toMatchObject({ command: { reason: 'x'.repeat(1024), params: {} } })
  })
})

describe('a credentials file', () => {
  const current = {
    installation_id: 'inst',
    runtime_token: 'srt_1',
    expires_at: TIMESTAMP,
    token_version: 1,
    refresh_token: 'srf_1',
    install_token_hash: null,
    workspace_id: 'ws',
    upstream_url: null,
  }
  const stored = {
    format: 1,
    platform_url: 'https://a.example',
    agent_id: 'a',
    issuer: 'https://a.example',
    workspace_id: 'ws',
    current,
    previous: null,
    begun: 'hash',
    heartbeat_interval: 30,
    asked_interval: 30,
    paused: true,
  }

  it('is read as it was written', () => {
    expect(parseStoredCredentials(JSON.stringify(stored))).toEqual(stored)
  })
  it.each([
    { format: 2 },
    { platform_url: 7 },
    { agent_id: 'a b' },
    { current: {} },
    { previous: { ...current, runtime_token: '' } },
    { current: { ...current, token_version: '1' } },
    { current: { ...current, refresh_token: 'a b' } },
    { current: { ...current, expires_at: 'soon' } },
    { current: { ...current, upstream_url: ' ' } },
    { current: { ...current, workspace_id: 7 } },
  ])('is invalid with %j', (more) => {
    expect(parseStoredCredentials(JSON.stringify({ ...stored, ...more }))).toBeUndefined()
  })
  it('is read without optional members', () => {
    const { workspace_id: _, upstream_url: __, ...earlier } = current
    expect(
      parseStoredCredentials(
        JSON.stringify({
          format: 1,
          platform_url: 'https://a.example',
          agent_id: 'a',
          current: earlier,
        }),
      ),
    ).toEqual({
      format: 1,
      platform_url: 'https://a.example',
      agent_id: 'a',
      issuer: null,
      workspace_id: null,
      current: { ...current, workspace_id: null },
      previous: null,
      begun: null,
      heartbeat_interval: 60,
      asked_interval: null,
      paused: false,
    })
  })

  let folder: string
  beforeAll(() => {
    folder = newFolder('disk')
  })
  it('that is missing is distinguished from one that cannot be read', async () => {
    mkdirSync(join(folder, 'd'))
    expect(await fileDisk.read(join(folder, 'none'))).toBeUndefined()
    await expect(fileDisk.read(join(folder, 'd'))).rejects.toThrow('EISDIR')
  })
  it.each([
    ['600', false],
    ['640', true],
    ['604', true],
    ['400', false],
  ])('of mode %s is readable by other users: %s', async (mode, open) => {
    const path = join(folder, 'f')
    writeFileSync(path, 'x')
    chmodSync(path, mode)
    expect(await fileDisk.isOpenToOthers(path)).toBe(open)
    rmSync(path)
  })
})

describe('a heartbeat', () => {
  const REQUEST = {
    goal: 'lease',
    installation_id: 'in/st',
    runtime_token: 'srt_1',
    status: 'running',
    interval_s: 60,
    ack: null,
  } as const
  const payload = (health: () => object) =>
    (platformRequestOf(REQUEST, SETUP, { health }).body as { health_payload?: object })
      .health_payload

  it('names its installation, its token and what it acknowledges', () => {
    expect(platformRequestOf({ ...REQUEST, ack: { id: 'c', status: 'done' } }, SETUP, {})).toEqual({
      path: '/installations/in%2Fst/lease',
      headers: { Authorization: 'Bearer srt_1' },
      body: {
        status: 'running',
        heartbeat_interval_seconds: 60,
        health_payload: undefined,
        command_ack: { id: 'c', status: 'done' },
      },
    })
  })
  it('contains a health payload of up to 16,384 bytes', () => {
    const of = (bytes: number) => ({ text: 'ä'.repeat(1) + 'x'.repeat(bytes - 13) })
    expect(Buffer.byteLength(JSON.stringify(of(16_384)))).toBe(16_384)
    expect(payload(() => of(16_384))).toEqual(of(16_384))
    expect(payload(() => of(16_385))).toBeUndefined()
    expect(
      payload(() => {
        throw new Error('no')
      }),
    ).toBeUndefined()
  })
})

describe('installation link', () => {
  /** Creates a link to a platform whose responses the test determines. */
  function createLink(
    respond: (path: string) => RequestOutcome<unknown>,
    more: { mode?: 'running' | 'degraded'; token?: string | null } = {},
  ) {
    const state = { now: 0, refused: 0, requests: [] as string[] }
    const link = createInstallationLink({
      request: async ({ path, headers }) => {
        state.requests.push(`${path} ${headers?.['Authorization'] ?? 'without'}`)
        return respond(path)
      },
      setup: {
        platform_url: 'https://registry.test',
        agent_id: 'a',
        issuer: 'https://registry.test',
      },
      installation: () => ({
        installation_id: 'inst',
        workspace_id: 'w/s',
        upstream_url: undefined,
      }),
      time: () => undefined,
      clock: { now: () => state.now, after: () => () => undefined },
      logger: SILENT,
      mode: () => more.mode ?? 'running',
      paused: () => false,
      token: () => (more.token === undefined ? 'srt_1' : more.token),
      onUnauthorized: () => {
        state.refused += 1
      },
    })
    return { state, link }
  }
  const ok = (body: unknown): RequestOutcome<unknown> => ({ kind: 'ok', body, clock_ms: null })
  const refused = (status: number): RequestOutcome<unknown> => ({
    kind: 'refused',
    status,
    code: null,
    retry_after_ms: null,
  })
  const PROFILE = { reputation: { score: 80 }, verification_status: 'verified' }

  it('loads trust status and policy when a lease is renewed, at most every five minutes', async () => {
    const { state, link } = createLink((path) =>
      ok(path.startsWith('/trust') ? PROFILE : { content: {} }),
    )
    for (const [now, requests] of [
      [0, 2],
      [299_999, 2],
      [300_000, 4],
      [599_999, 4],
      [600_000, 6],
    ] as const) {
      state.now = now
      link.leaseRenewed()
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      expect(state.requests).toHaveLength(requests)
    }
    expect(state.requests.slice(0, 2)).toEqual([
      '/trust/profile/did%3Asvc%3Aa Bearer srt_1',
      '/workspaces/w%2Fs/policy Bearer srt_1',
    ])
    expect(link.trustStatus()).toEqual({
      reputation: 80,
      verification_status: 'verified',
      mode: 'running',
    })
  })

  it('performs reloads one after another, and continues after one that fails', async () => {
    const open: ((outcome: RequestOutcome<unknown>) => void)[] = []
    const link = createInstallationLink({
      request: () =>
        new Promise((resolve) => {
          open.push(resolve)
        }),
      setup: {
        platform_url: 'https://registry.test',
        agent_id: 'a',
        issuer: 'https://registry.test',
      },
      installation: () => undefined,
      time: () => undefined,
      clock: virtualClock().clock,
      logger: SILENT,
      mode: () => 'running',
      paused: () => false,
      token: () => 'srt_1',
      onUnauthorized: () => undefined,
    })
    const nextTurn = () =>
      new Promise((resolve) => {
        setImmediate(resolve)
      })
    const reloads = [link.reload(), link.reload()]
    await nextTurn()
    expect(open).toHaveLength(1)
    open[0]!(refused(500))
    await nextTurn()
    expect(open).toHaveLength(2)
    open[1]!(ok(PROFILE))
    expect(await Promise.all(reloads)).toEqual([false, true])
  })

  it.each([
    [404, 0],
    [403, 0],
  ])('resolves without a profile when the platform responds with %i', async (status, count) => {
    const { state, link } = createLink(() => refused(status))
    expect([await link.profile('did:svc:x'), state.refused]).toEqual([undefined, count])
  })
  it.each([
    [401, 1],
    [429, 0],
    [500, 0],
  ])(
    'rejects when the platform responds with %i, and reports refused credentials only for 401',
    async (status, count) => {
      const { state, link } = createLink(() => refused(status))
      await expect(link.profile('did:svc:x')).rejects.toThrow(String(status))
      expect(state.refused).toBe(count)
    },
  )
  it('rejects unreadable and lost responses', async () => {
    await expect(createLink(() => ok([])).link.profile('x')).rejects.toThrow('cannot be read')
    await expect(
      createLink(() => ({ kind: 'lost', may_have_acted: true, detail: 'ECONNRESET' })).link.profile(
        'x',
      ),
    ).rejects.toThrow('ECONNRESET')
  })

  it('keeps trust status and policy when the platform no longer returns them', async () => {
    let gone = false
    const { link } = createLink((path) =>
      gone ? refused(404) : ok(path.startsWith('/trust') ? PROFILE : { content: { a: 1 } }),
    )
    await link.reload()
    gone = true
    expect(await link.reload()).toBe(true)
    expect([link.policy(), link.trustStatus().reputation]).toEqual([{ content: { a: 1 } }, 80])
  })

  it('reads public keys without credentials, even in degraded mode', async () => {
    const { state, link } = createLink(() => ok({ keys: [{ kty: 'OKP' }] }), {
      token: null,
      mode: 'degraded',
    })
    expect([await link.jwks(), state.requests, link.trustStatus().mode]).toEqual([
      [{ kty: 'OKP' }],
      ['/trust/jwks without'],
      'degraded',
    ])
    await expect(link.profile('x')).rejects.toThrow('no credentials')
  })

  it.each([
    [0, true],
    [100, true],
    [-1, false],
    [100.1, false],
  ])('accepts a reputation of %d: %s', async (score, accepted) => {
    const { link } = createLink((path) =>
      ok(path.startsWith('/trust') ? { ...PROFILE, reputation: { score } } : {}),
    )
    expect(await link.reload()).toBe(accepted)
    expect(link.trustStatus().reputation).toBe(accepted ? score : 50)
  })
})
