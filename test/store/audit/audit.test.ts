import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { verifyChain } from '../../../src/domain/audit/chain.ts'
import { dump, eachStore } from '../stores.ts'
import { MASTER_KEY, newWorld } from '../world.ts'
import { atMost } from '../../kit/bounds.ts'

eachStore((location) => {
  it('records actor, event, target, time and request, and continues the hash chain', async () => {
    const { install, audit, home, clock } = await newWorld(location())
    const { installation } = await install()
    const records = await audit()
    expect(records.at(-1)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      sequence: records.length,
      organization_id: home.organization_id,
      workspace_id: home.workspace_id,
      event_type: 'installation.bootstrapped',
      actor: { type: 'api_key', id: 'key_1', ip: '192.0.2.1' },
      target: { type: 'installation', id: installation.installation_id },
      outcome: 'success',
      reason: null,
      request_id: 'req_1',
      occurred_at: clock.now,
      metadata: { agent_id: home.agent_id },
      prev_hash: records.at(-2)!.hash,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('I-15: writes gapless chains under concurrency, with events that belong to no organization in the chain of the platform', async () => {
    const { tenant, installToken, bootstrap, store } = await newWorld(location())
    const other = await tenant('b')
    await Promise.all(
      Array.from({ length: 30 }, async (_, at) =>
        bootstrap(at % 3 ? await installToken(at % 3 === 1 ? {} : other) : `skt_unknown${at}`),
      ),
    )
    const chains = await store.listChains({})
    expect(chains.map(({ chain }) => chain)).toEqual(['org_a', 'org_b', 'platform'])
    expect(chains.map(({ sequence }) => sequence)).toEqual([2 + 10 * 3, 2 + 10 * 3, 10])
  })

  it.each(['edited', 'deleted', 'repeated'] as const)(
    'I-15: detects a record that was %s directly in the database',
    async (change) => {
      const { install, store, database, audit } = await newWorld(location())
      await install()
      const check = verifyChain({ head: (await store.listChains({}))[0]! })
      const sequence = 3
      const row = (await database.read((tx) => tx.audit_log.get({ chain: 'org_a', sequence })))!
      await database.transact(async (tx) => {
        if (change === 'edited')
          await tx.audit_log.update({ chain: 'org_a', sequence }, { outcome: 'denied' })
        if (change === 'deleted') await tx.audit_log.delete({ chain: 'org_a', sequence })
        if (change === 'repeated')
          await tx.audit_log.put({
            ...(await tx.audit_log.get({ chain: 'org_a', sequence: 2 }))!,
            sequence,
          })
      })
      for (const record of await audit()) check.feed(record)
      expect(check.report()).toMatchObject({ intact: false, broken: { sequence } })
      await database.transact((tx) => tx.audit_log.put(row))
    },
  )

  it('lists records newest first, filtered, in pages of at most 200 that a cursor continues without gaps or duplicates', async () => {
    const { install, store, reach, organization_id, workspace_id, audit } =
      await newWorld(location())
    for (let index = 0; index < 4; index += 1) await install()
    const list = async (more: object) => {
      const page = await store.listAudit({ reach, organization_id, limit: 5, offset: 0, ...more })
      if (page.kind !== 'page') throw new Error(page.kind)
      return page
    }
    const all = (await audit()).toReversed()
    const pages = [await list({})]
    for (const _ of atMost(100, 'the pages do not end')) {
      if (pages.at(-1)!.next === undefined) break
      pages.push(await list({ after: pages.at(-1)!.next }))
    }
    expect(pages.flatMap(({ items }) => items)).toEqual(all)
    expect(pages.map(({ total, limit, items }) => [total, limit, items.length])).toEqual([
      [14, 5, 5],
      [14, 5, 5],
      [14, 5, 4],
    ])
    expect((await list({ offset: 12 })).items).toEqual(all.slice(12))
    expect((await list({ limit: 10_000 })).limit).toBe(200)
    const bootstrapped = await list({ event_type: 'installation.bootstrapped' })
    expect([
      bootstrapped.total,
      new Set(bootstrapped.items.map(({ event_type }) => event_type)),
    ]).toEqual([4, new Set(['installation.bootstrapped'])])
    expect(
      (await list({ workspace_id, event_type: 'install_token.created' })).items.every(
        (record) => record.workspace_id === workspace_id,
      ),
    ).toBe(true)
    expect(await list({ event_type: 'no.such_kind' })).toMatchObject({ total: 0, items: [] })
  })

  it('lists only records of its workspace for a bound key, and does not find another workspace', async () => {
    const { install, store, context, signer, reach, organization_id, workspace_id } =
      await newWorld(location())
    await store.createWorkspace(context(), {
      reach,
      organization_id,
      name: 'other',
      signer,
      workspace_id: 'ws_other',
    })
    await install()
    const bound = { ...reach, workspace_id: workspace_id as never }
    const list = (within?: string) =>
      store.listAudit({ reach: bound, organization_id, workspace_id: within, limit: 50, offset: 0 })
    const own = await list()
    expect(own).toMatchObject({ kind: 'page', total: 4 })
    expect(await list(workspace_id)).toEqual(own)
    expect(await list('ws_other')).toEqual({ kind: 'not_found' })
  })

  it('I-13: stores no issued secret in plain text, in any file or record', async () => {
    const at = location()
    const world = await newWorld(at)
    const { store, context, organization_id, install, refresh, recover, bootstrap, lease, audit } =
      world
    await store.addMember(context(), { organization_id, email: 'owner@example.com', role: 'owner' })
    const { challenge_id, email } = await store.requestPin(context(), {
      email: 'owner@example.com',
    })
    const handedOut = [
      await store.verifyPin(context(), { challenge_id, email, pin_correct: () => true }),
      await store.createApiKey(context(), { organization_id, name: 'x' }),
    ]
    const installed = await install()
    const more = [
      installed,
      await bootstrap(installed.install_token),
      await refresh(installed),
      await recover(),
    ]
    await lease(installed.runtime_token)
    const secrets = JSON.stringify([handedOut, more]).match(
      /(?:sk_live|skt|srt|srf|adm)_[\w-]{43}/g,
    )!
    expect(new Set(secrets.map((secret) => secret.split('_')[0])).size).toBe(5)
    const folder = dirname(at.path)
    const files =
      at.kind === 'postgres'
        ? [JSON.stringify(await dump(world.database))]
        : readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'))
    const everywhere = [...files, JSON.stringify(await audit())].join('')
    for (const secret of [...secrets, Buffer.from(MASTER_KEY).toString('latin1')])
      expect(everywhere.includes(secret.slice(-43))).toBe(false)
    if (at.kind !== 'memory') expect(everywhere).toContain('org_a')
  })
})
