import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createStore, type Store } from '../../src/store/store.ts'
import { openDatabase } from '../../src/store/open.ts'
import { actor, testClock } from '../store/stores.ts'
import { client } from './client.ts'
import { runForJson, expectOneLine, SLOW_TEST, runRegistry, startServe } from './process.ts'
import { runInProcess } from './run-in-process.ts'
import { until } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'

const EMAIL = 'ann@example.com'
interface ShownPin {
  readonly email: string
  readonly pin: string
  readonly challenge_id: string
  readonly expires_in_seconds: number
  readonly waiting: number
}

describe.each(['sqlite', 'json'])(
  'pin show beside a running serve, on a %s store',
  SLOW_TEST,
  (kind) => {
    it('lets a person sign in without mail, and records who read the PIN, but never the PIN', async () => {
      const home = newFolder()
      const path = join(home, 'store')
      const env = { SVC_STORE: `${kind}:${path}` }
      const { base_url, output, stop } = await startServe(env.SVC_STORE, {
        env: { SVC_LOG_LEVEL: 'debug' },
      })
      const { get, post } = client(base_url)
      const { organization_id } = await runForJson<{ organization_id: string }>(
        ['member', 'add', '--email', EMAIL, '--role', 'owner'],
        { env },
      )
      const {
        body: { challenge_id, delivery },
      } = await post('/admin/auth/request-pin', '', { email: EMAIL })
      expect(delivery).toBe('email')

      const shown = await runForJson<ShownPin>(['pin', 'show', '--email', 'Ann@Example.com'], {
        env,
      })
      expect(shown).toMatchObject({
        email: EMAIL,
        pin: expect.stringMatching(/^\d{8}$/),
        challenge_id,
        waiting: 1,
      })
      expect(shown.expires_in_seconds).toBeLessThanOrEqual(300)
      const { status, body } = await post('/admin/auth/verify-pin', '', {
        email: EMAIL,
        challenge_id,
        pin: shown.pin,
      })
      expect(status).toBe(200)

      const {
        body: { items },
      } = await get(
        `/audit-logs?organization_id=${organization_id}&event_type=admin.pin_shown`,
        body['session_token'],
      )
      expect(items).toMatchObject([
        {
          actor: { type: 'operator', id: userInfo().username },
          target: { type: 'pin_challenge', id: challenge_id },
          outcome: 'success',
        },
      ])
      const again = await runRegistry(['pin', 'show', '--email', EMAIL], { env })
      expect(again).toMatchObject({ code: 1, stdout: '' })
      expect(again.stderr).toContain('request one at /sign-in')
      expectOneLine(again.stderr)

      const hint = 'pin show --email EMAIL shows the PIN'
      await until(() => output.stderr.includes(hint), 'the log does not name the command')
      await stop()
      const files = readdirSync(home).map((file) => readFileSync(join(home, file)))
      for (const location of [
        ...files,
        Buffer.from(output.stdout),
        Buffer.from(output.stderr),
        Buffer.from(JSON.stringify(items)),
      ])
        expect(location.includes(shown.pin)).toBe(false)
    })
  },
)

describe.each(['sqlite', 'json'])(
  'session create beside a running serve, on a %s store',
  SLOW_TEST,
  (kind) => {
    it('lets a person sign in who requested no PIN, and records who opened the sign-in', async () => {
      const env = { SVC_STORE: `${kind}:${join(newFolder(), 'store')}` }
      const { base_url, stop } = await startServe(env.SVC_STORE)
      const { get, post } = client(base_url)
      const { organization_id } = await runForJson<{ organization_id: string }>(
        ['member', 'add', '--email', EMAIL, '--role', 'owner'],
        { env },
      )
      const { pin, challenge_id, page } = await runForJson<{
        pin: string
        challenge_id: string
        page: string
      }>(['session', 'create', '--email', EMAIL], { env })
      expect(page).toContain(`challenge_id=${challenge_id}`)
      const { status, body } = await post('/admin/auth/verify-pin', '', {
        email: EMAIL,
        challenge_id,
        pin,
      })
      expect(status).toBe(200)
      const {
        body: { items },
      } = await get(
        `/audit-logs?organization_id=${organization_id}&event_type=admin.session_created`,
        body['session_token'],
      )
      expect(items).toMatchObject([
        { actor: { type: 'operator', id: userInfo().username }, outcome: 'success' },
      ])
      expect(
        await runRegistry(['session', 'create', '--email', 'nobody@example.com'], { env }),
      ).toMatchObject({ code: 1, stdout: '' })
      await stop()
    })
  },
)

describe('pin show', SLOW_TEST, () => {
  /** Creates a store with a member, and calls `prepare` on it at a given time. */
  async function prepareStore(
    prepare: (store: Store, context: ReturnType<typeof actor>) => Promise<unknown>,
    now?: string,
  ) {
    const path = join(newFolder(), 'store.db')
    const env = { SVC_STORE: `sqlite:${path}` }
    await runInProcess(['org', 'create', '--name', 'Acme'], env)
    await runInProcess(['member', 'add', '--email', EMAIL, '--role', 'viewer'], env)
    const store = createStore(await openDatabase(env.SVC_STORE))
    await prepare(store, actor(testClock(now ?? new Date().toISOString())))
    await store.close()
    const auditedTypes = async () => {
      const reading = createStore(await openDatabase(env.SVC_STORE))
      const chains = await reading.listChains({})
      const records = await Promise.all(
        chains.map(({ chain }) => reading.readChain({ chain, above: 0, limit: 99 })),
      )
      await reading.close()
      return records.flat().map(({ event_type }) => event_type)
    }
    return {
      path,
      env,
      auditedTypes,
      show: (more: Record<string, string> = {}, ...flags: string[]) =>
        runInProcess(['pin', 'show', '--email', EMAIL, ...flags], { ...env, ...more }),
    }
  }
  const ask = (store: Store, context: ReturnType<typeof actor>) =>
    store.requestPin(context(), { email: EMAIL })

  it('shows the PIN, its validity, where to enter it and whom it is for', async () => {
    let challenge_id = ''
    const { show } = await prepareStore(async (store, context) => {
      await ask(store, context)
      challenge_id = (await ask(store, actor(testClock(new Date(Date.now() + 1).toISOString()))))
        .challenge_id
      return context
    })
    const { code, out, err } = await show()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(
      new RegExp(
        [
          '^PIN +\\d{8}',
          `For +${EMAIL}, requested at \\S+Z`,
          'Valid +for another [45]:\\d\\d, once',
          `Enter it +on the sign-in page; .* challenge_id ${challenge_id}`,
          'Note +for the latest of 2 sign-ins .*',
          '',
          `Give the PIN only to ${EMAIL}, .*\n$`,
        ].join('\n'),
      ),
    )
  })

  it.each<[string, Parameters<typeof prepareStore>]>([
    ['none was requested', [async () => undefined]],
    ['it has expired', [ask, new Date(Date.now() - 5 * 60_000).toISOString()]],
    [
      'it was used',
      [
        async (store, context) =>
          store.verifyPin(context(), { ...(await ask(store, context)), pin_correct: () => true }),
      ],
    ],
    [
      'it was guessed wrong five times',
      [
        async (store, context) => {
          const challenge = await ask(store, context)
          for (let index = 0; index < 5; index += 1)
            await store.verifyPin(context(), { ...challenge, pin_correct: () => false })
        },
      ],
    ],
  ])('is refused with advice when %s, and records nothing', async (_, prepared) => {
    const { show, auditedTypes } = await prepareStore(...prepared)
    const { code, out, err } = await show()
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe(
      `svc-registry: No sign-in of ${EMAIL} is waiting for a PIN; request one at /sign-in of the dashboard first. A PIN is valid for 5 minutes, 5 attempts and one sign-in.\n`,
    )
    expect(await auditedTypes()).not.toContain('admin.pin_shown')
  })

  it('is refused for a person who is not a member, with advice how to add them', async () => {
    const { env, auditedTypes } = await prepareStore((store, context) =>
      store.requestPin(context(), { email: 'bob@example.com' }),
    )
    const { code, out, err } = await runInProcess(
      ['pin', 'show', '--email', 'bob@example.com'],
      env,
    )
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(
      'bob@example.com is neither a member nor an operator, so no PIN signs them in; `member add --email bob@example.com --role owner` adds them.',
    )
    expect(await auditedTypes()).not.toContain('admin.pin_shown')
  })

  it('shows and records nothing without the master key or with another one', async () => {
    const { path, show, auditedTypes } = await prepareStore(ask)
    await (await startServe(`sqlite:${path}`)).stop()
    const other = await show({ SVC_MASTER_KEY: '07'.repeat(32) })
    rmSync(`${path}.key`)
    const missing = await show()
    expect([other.code, missing.code, other.out, missing.out]).toEqual([1, 1, '', ''])
    expect(other.err).toContain('The master key does not open this store')
    expect(missing.err).toContain(`${path}.key is missing`)
    expect(await auditedTypes()).not.toContain('admin.pin_shown')
  })
})
