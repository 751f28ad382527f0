import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'
import { newFolder } from '../kit/folder.ts'
import { contextFactory, testClock } from '../store/stores.ts'
import { runInProcess } from './run-in-process.ts'

describe('audit verify', () => {
  it('needs no master key if no records were purged', async () => {
    const path = join(newFolder(), 'store.db')
    const env = { SVC_STORE: `sqlite:${path}` }
    const { organization_id } = JSON.parse(
      (await runInProcess(['org', 'create', '--name', 'Acme', '--json'], env)).out,
    ) as { organization_id: string }
    await runInProcess(['workspace', 'create', '--org', organization_id, '--name', 'Main'], env)
    rmSync(`${path}.key`)
    const { code, out, err } = await runInProcess(['audit', 'verify', '--json'], env)
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toMatchObject({ intact: true })
  })
})

describe('audit heads', () => {
  it('shows the latest publication, and the head of each chain as JSON', async () => {
    const env = { SVC_STORE: `sqlite:${join(newFolder(), 'store.db')}` }
    const { out: created } = await runInProcess(['org', 'create', '--name', 'Acme', '--json'], env)
    const { organization_id } = JSON.parse(created) as { organization_id: string }
    await runInProcess(['workspace', 'create', '--org', organization_id, '--name', 'Main'], env)
    expect(await runInProcess(['audit', 'heads'], env)).toMatchObject({
      code: 0,
      out: 'No heads have been published yet.\n',
    })
    const store = createStore(await openDatabase(env.SVC_STORE))
    await store.publishHeads(contextFactory(testClock())(), { pause_ms: 0 })
    await store.close()
    const { out } = await runInProcess(['audit', 'heads'], env)
    expect(out).toMatch(/^Published +2026-03-01T12:00:00.000Z\nChains +1\nRoot +[0-9a-f]{64}\n/)
    expect(out).toMatch(/^In the log +not yet$/m)
    const { out: json } = await runInProcess(['audit', 'heads', '--json'], env)
    expect(JSON.parse(json)).toMatchObject({
      published: { count: 1 },
      heads: [{ chain: organization_id, sequence: 1 }],
      checkpoint: null,
    })
  })
})
