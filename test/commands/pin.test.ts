import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/open.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { newFolder } from '../kit/folder.ts'
import { contextFactory, testClock } from '../store/stores.ts'
import { runInProcess } from './run-in-process.ts'

const EMAIL = 'ann@example.com'

describe('pin show', () => {
  /** Creates a store with a member, and calls `prepare` on it at a given time. */
  async function prepareStore(
    prepare: (store: Store, context: ReturnType<typeof contextFactory>) => Promise<unknown>,
    now?: string,
  ) {
    const path = join(newFolder(), 'store.db')
    const env = { SVC_STORE: `sqlite:${path}` }
    const { out } = await runInProcess(['org', 'create', '--name', 'Acme', '--json'], env)
    const { organization_id } = JSON.parse(out) as { organization_id: string }
    await runInProcess(['member', 'add', '--email', EMAIL, '--role', 'viewer'], env)
    const store = createStore(await openDatabase(env.SVC_STORE))
    await prepare(store, contextFactory(testClock(now ?? new Date().toISOString())))
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
      organization_id,
      auditedTypes,
      show: (more: Record<string, string> = {}, ...flags: string[]) =>
        runInProcess(['pin', 'show', '--email', EMAIL, ...flags], { ...env, ...more }),
    }
  }
  const ask = (store: Store, context: ReturnType<typeof contextFactory>) =>
    store.requestPin(context(), { email: EMAIL })

  it('shows the PIN, its validity, where to enter it and whom it is for', async () => {
    let challenge_id = ''
    const { show } = await prepareStore(async (store, context) => {
      await ask(store, context)
      challenge_id = (
        await ask(store, contextFactory(testClock(new Date(Date.now() + 1).toISOString())))
      ).challenge_id
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

  it('notes other sign-ins only if there are any', async () => {
    const { show } = await prepareStore(ask)
    const { out } = await show()
    expect(out).toMatch(/^PIN +\d{8}$/m)
    expect(out).not.toContain('Note')
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
      `svc-registry: No sign-in of ${EMAIL} is waiting for a PIN; request one on the dashboard's /sign-in page first. A PIN is valid for 5 minutes, 5 attempts and one sign-in.\n`,
    )
    expect(await auditedTypes()).not.toContain('admin.pin_shown')
  })

  it('is refused for a person who may not sign in, with advice on how to invite them', async () => {
    const { env, auditedTypes } = await prepareStore((store, context) =>
      store.requestPin(context(), { email: 'bob@example.com' }),
    )
    const { code, out, err } = await runInProcess(
      ['pin', 'show', '--email', 'bob@example.com'],
      env,
    )
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(
      'bob@example.com is neither a member, an invited person nor an operator, so they cannot sign in; invite them with `member invite --email bob@example.com --role viewer`, or with another role.',
    )
    expect(await auditedTypes()).not.toContain('admin.pin_shown')
  })

  it('shows and records nothing without the master key or with another one', async () => {
    const { path, env, organization_id, show, auditedTypes } = await prepareStore(ask)
    await runInProcess(['workspace', 'create', '--org', organization_id, '--name', 'Main'], env)
    const other = await show({ SVC_MASTER_KEY: '07'.repeat(32) })
    rmSync(`${path}.key`)
    const missing = await show()
    expect([other.code, missing.code, other.out, missing.out]).toEqual([1, 1, '', ''])
    expect(other.err).toContain('The master key does not open this store')
    expect(missing.err).toContain(`${path}.key is missing`)
    expect(await auditedTypes()).not.toContain('admin.pin_shown')
  })
})

describe('session create', () => {
  it('creates a sign-in challenge with a PIN for an invited person, and refuses a person who was not invited', async () => {
    const env = { SVC_STORE: `sqlite:${join(newFolder(), 'store.db')}` }
    const email = 'bob@example.com'
    const create = () => runInProcess(['session', 'create', '--email', email, '--json'], env)
    await runInProcess(['org', 'create', '--name', 'Acme'], env)
    const refused = await create()
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain(`\`member invite --email ${email} --role viewer\``)
    await runInProcess(['member', 'invite', '--email', email, '--role', 'viewer'], env)
    const { code, out, err } = await create()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({
      email,
      pin: expect.stringMatching(/^\d{8}$/) as string,
      challenge_id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    })
  })

  it('names the page and the path of the operation that take the PIN', async () => {
    const env = { SVC_STORE: `sqlite:${join(newFolder(), 'store.db')}` }
    const email = 'bob@example.com'
    await runInProcess(['org', 'create', '--name', 'Acme'], env)
    await runInProcess(['member', 'invite', '--email', email, '--role', 'viewer'], env)
    const { out } = await runInProcess(['session', 'create', '--email', email], env)
    const [, challenge_id, path] =
      /\nPage +\/sign-in#\S+ of the dashboard; programs send the PIN with challenge_id (\S+) to (\S+)\n/.exec(
        out,
      )!
    expect(out).toContain(`challenge_id=${challenge_id}`)
    expect(path).toBe('/api/v1/admin/auth/verify-pin')
  })
})
