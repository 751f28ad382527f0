import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { distinct, range, sequences, startReceiver } from '../jobs/audit/export-platform.ts'
import { eventually } from '../kit/bounds.ts'
import { client } from './client.ts'
import { runForJson, SLOW_TEST, startServe } from './process.ts'
import { newFolder } from '../kit/folder.ts'

describe('exports of a running registry', SLOW_TEST, () => {
  it('are sent with the configured credentials, and continue after a restart', async () => {
    const path = join(newFolder(), 'registry.db')
    const to = await startReceiver('alerts')
    const env = {
      SVC_STORE: `sqlite:${path}`,
      SVC_ALERTS_URL: to.url,
      SVC_ALERTS_ROUTING_KEY: to.credential,
    }
    const first = await startServe(env.SVC_STORE, { env })
    const api_key = readFileSync(`${path}.first-key`, 'utf8').trim()
    const [{ organization_id }] = (
      await runForJson<{ items: [{ organization_id: string }] }>(['org', 'list'], { env })
    ).items
    await runForJson(['org', 'set-plan', organization_id, 'professional'], { env })
    const registry = client(first.base_url)
    for (let n = 0; n < 5; n += 1)
      await registry.post(`/orgs/${organization_id}/workspaces`, api_key, { name: `w${n}` })

    to.behaviours.push('accepts', 'accepts', 'hangs')
    const requested = await registry.post('/audit-logs/siem/alerts/export', api_key, {
      event_type: 'workspace.created',
    })
    expect([requested.status, requested.body['status']]).toEqual([202, 'accepted'])
    await eventually(() => expect(to.hanging.size).toBe(1))
    expect(
      (await registry.get(requested.headers.get('location')!.replace('/api/v1', ''), api_key)).body,
    ).toMatchObject({ status: 'running', delivered: 2 })
    expect((await first.stop()).code).toBe(0)

    const second = await startServe(env.SVC_STORE, { env })
    const follow = () =>
      client(second.base_url).get(
        `/audit-logs/siem/exports/${requested.body['export_id']}`,
        api_key,
      )
    await eventually(async () =>
      expect((await follow()).body).toMatchObject({ status: 'completed', delivered: 6, failed: 0 }),
    )
    expect(sequences(distinct(to.stored)).length).toBe(6)
    expect(sequences(to.stored)).toEqual(
      range(requested.body['first_sequence'], requested.body['last_sequence']).filter((n) =>
        sequences(to.stored).includes(n),
      ),
    )
    expect(
      `${first.output.stdout}${first.output.stderr}${second.output.stdout}${second.output.stderr}`,
    ).not.toContain(to.credential)
    await second.stop()
  })
})
