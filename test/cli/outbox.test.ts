import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { RESPONSE_HOURS, type SupportRoute } from '../../src/domain/support/ticket.ts'
import { createStore } from '../../src/store/store.ts'
import { openDatabase } from '../../src/store/open.ts'
import { contextFactory, shake256Random, testClock } from '../store/stores.ts'
import { mailSink } from '../ports/mail/sink.ts'
import { client } from './client.ts'
import { runForJson, SLOW_TEST, startServe } from './process.ts'
import { expectOneLine, runInProcess } from '../commands/run-in-process.ts'
import { eventually, until } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'

const REQUEST = { subject: 'Bill \u001b[31m', message: 'Two seats\nmore\u0007' }

describe('tickets and the outbox on the command line', () => {
  let env: Record<string, string>
  let path: string
  beforeEach(() => {
    path = join(newFolder(), 'store.db')
    env = { SVC_STORE: `sqlite:${path}` }
  })

  /** Creates a store with an organization, and calls `setUp` on it. */
  async function prepare(
    setUp: (
      store: ReturnType<typeof createStore>,
      context: ReturnType<typeof contextFactory>,
    ) => Promise<unknown>,
  ): Promise<void> {
    const store = createStore(await openDatabase(env['SVC_STORE']!))
    const context = contextFactory(testClock())
    await store.createOrganization(context(), {
      name: 'Acme',
      plan: 'enterprise',
      organization_id: 'org_a',
    })
    await setUp(store, context)
    await store.close()
  }
  const requestSupport = (
    store: ReturnType<typeof createStore>,
    context: ReturnType<typeof contextFactory>,
    route: SupportRoute,
    channels: ('email' | 'chat')[],
  ) =>
    store.requestSupport(context(), {
      reach: { organizations: ['org_a'], workspace_id: null },
      organization_id: 'org_a',
      workspace_id: null,
      route,
      settings: { channels, confirms: false, response_hours: RESPONSE_HOURS },
      ...REQUEST,
      category: 'billing',
      contact_email: 'ada@acme.example',
    })

  it('show the whole text of a ticket without a channel, without control characters', async () => {
    await prepare((store, context) => requestSupport(store, context, 'email', []))
    const list = await runInProcess(['ticket', 'list'], env)
    expect(list.out).toMatch(
      /^TICKET +CREATED +CHANNEL +STATE +PRIORITY +RESPOND BY +ORGANIZATION +SUBJECT\nSUP-\S+ +2026-03-01T12:00:00.000Z +inbox +accepted +normal +2026-03-03T12:00:00.000Z +org_a +Bill \[31m\n$/,
    )
    const ticket_id = /SUP-\S+/.exec(list.out)![0]
    const { out } = await runInProcess(['ticket', 'show', ticket_id.toLowerCase()], env)
    expect(out).toMatch(
      /^Ticket +SUP-[^]*\nReply to +ada@acme\.example \(as entered[^]*\nChannel +inbox, accepted\n\nSubject: Bill \[31m\n\nTwo seats\nmore\n$/,
    )
    expect(JSON.parse((await runInProcess(['ticket', 'list', '--json'], env)).out)).toMatchObject({
      items: [{ ticket_id, subject: 'Bill [31m' }],
    })
    const none = await runInProcess(['ticket', 'show', 'SUP-NOPE'], env)
    expect([none.code, none.err]).toEqual([
      1,
      'svc-registry: There is no ticket SUP-NOPE; `ticket list` lists the tickets.\n',
    ])
  })

  it('list at most 1000 rows, and say that there are more', async () => {
    await prepare(async (store, context) => {
      for (let ticket = 0; ticket < 1000; ticket += 1)
        await requestSupport(store, context, 'email', ['email'])
    })
    const listed = async (group: string) => {
      const { items, has_more } = JSON.parse(
        (await runInProcess([group, 'list', '--json'], env)).out,
      ) as { items: object[]; has_more: boolean }
      return [items.length, has_more, (await runInProcess([group, 'list'], env)).out]
    }
    const complete = expect.not.stringContaining('there are more')
    expect(await listed('ticket')).toEqual([1000, false, complete])
    const store = createStore(await openDatabase(env['SVC_STORE']!))
    await requestSupport(store, contextFactory(testClock(), shake256Random('other')), 'email', [
      'email',
    ])
    await store.close()
    const cut = expect.stringMatching(/\n\nOnly the first 1000 are listed; there are more\.\n$/)
    expect(await listed('ticket')).toEqual([1000, true, cut])
    expect(await listed('outbox')).toEqual([1000, true, cut])
  })

  it('list waiting and failed messages with the reason, and retry those that are named', async () => {
    await prepare(async (store, context) => {
      await requestSupport(store, context, 'priority', ['email', 'chat'])
      const [first] = await store.claimOutbox(context(), { kind: 'support_mail', limit: 9 })
      const [second] = await store.claimOutbox(context(), { kind: 'support_chat', limit: 9 })
      await store.recordDeliveryFailure(context(), {
        item: first!,
        error: 'the mail server refused the recipient: 550',
        final: true,
      })
      await store.recordDeliveryFailure(context(), {
        item: second!,
        error: 'the chat responded with 503',
      })
    })
    const { out } = await runInProcess(['outbox', 'list'], env)
    expect(out).toMatch(/^ITEM +KIND +ABOUT +STATE +ATTEMPTS +NEXT OR LAST +LAST ERROR\n/)
    expect(out).toMatch(
      /support_mail +SUP-\S+ +bounced +1 +2026-03-01T12:00:00.000Z +the mail server refused the recipient: 550\n/,
    )
    expect(out).toMatch(
      /support_chat +SUP-\S+ +waiting +1 +2026-03-01T12:00:0\S+ +the chat responded with 503\n/,
    )
    expect(out).not.toContain('seats')
    expect((await runInProcess(['outbox', 'retry', 'failed'], env)).out).toBe(
      'One item is due now; the registry that serves this store sends due items within a second.\n',
    )
    expect(JSON.parse((await runInProcess(['outbox', 'list', '--json'], env)).out)).toMatchObject({
      items: [{ state: 'waiting' }, { state: 'waiting' }],
    })
    expect((await runInProcess(['outbox', 'retry', 'failed'], env)).out).toBe(
      'No messages failed.\n',
    )
    const item = /^[0-9a-f-]{36}/m.exec(out)![0]
    expect((await runInProcess(['outbox', 'retry', item], env)).code).toBe(0)
    for (const [wrong, code] of [
      ['00000000-0000-7000-8000-000000000000', 1],
      ['all', 2],
    ] as const) {
      const refused = await runInProcess(['outbox', 'retry', wrong], env)
      expect(refused.code).toBe(code)
      expectOneLine(refused.err)
    }
  })

  it('report an empty store', async () => {
    await prepare(async () => undefined)
    expect((await runInProcess(['outbox', 'list'], env)).out).toBe(
      'No messages are waiting and none failed.\n',
    )
    expect((await runInProcess(['ticket', 'list'], env)).out).toBe(
      'There are no support requests.\n',
    )
  })

  it.each(['sqlite', 'json'])(
    'retry a bounced e-mail while the registry runs on a %s store',
    SLOW_TEST,
    async (kind) => {
      let rejects = true
      const { port, mails } = await mailSink(
        {},
        { toRecipient: () => (rejects ? [550, '5.1.1 no such user'] : undefined) },
      )
      const store = `${kind}:${join(newFolder(), 'store')}`
      const settings = {
        SVC_STORE: store,
        SVC_SMTP_URL: `smtp://127.0.0.1:${port}`,
        SVC_MAIL_FROM: 'registry@acme.example',
        SVC_SUPPORT_MAIL: 'support@acme.example',
      }
      const { base_url, output } = await startServe(store, { env: settings })
      expect(output.stdout).toMatch(/Support +to support@acme\.example/)
      const { organization_id } = await runForJson<{ organization_id: string }>(
        ['org', 'create', '--name', 'Acme', '--plan', 'starter'],
        { env: settings },
      )
      const { api_key } = await runForJson<{ api_key: string }>(
        ['api-key', 'create', '--org', organization_id],
        { env: settings },
      )
      const { status, body } = await client(base_url).post('/support/email', api_key, REQUEST)
      expect(status).toBe(202)
      const items = () =>
        runForJson<{ items: { state: string; about: string }[] }>(['outbox', 'list'], {
          env: settings,
        }).then((listed) => listed.items)
      await eventually(async () => {
        expect(await items()).toMatchObject([{ state: 'bounced', about: body['ticket_id'] }])
      })
      rejects = false
      await runForJson(['outbox', 'retry', 'failed'], { env: settings })
      await until(async () => (await items()).length === 0, 'the e-mail was not sent again')
      expect(mails).toMatchObject([{ to: ['support@acme.example'] }])
      expect(await runForJson(['ticket', 'list'], { env: settings })).toMatchObject({
        items: [{ ticket_id: body['ticket_id'], status: 'delivered' }],
      })
      expect(output.stderr).toContain('a delivery was rejected permanently')
      expect(output.stderr).not.toMatch(/Two seats|Bill/)
    },
  )
})
