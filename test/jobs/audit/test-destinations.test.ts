import { describe, expect, it } from 'vitest'
import { DESTINATIONS } from '../../../src/domain/audit/exports.ts'
import { httpExportSender } from '../../../src/ports/exports/sender.ts'
import { testDestination } from '../../../src/ports/exports/test-destinations.ts'
import { LIVENESS_MS } from '../../kit/bounds.ts'
import { afterTests, startReceiver } from './export-platform.ts'
import { NOW, EXPORT_ID } from './records.ts'

const NONE = { logs: {}, collector: {}, alerts: {} }

describe.each(DESTINATIONS)('a test of the configured destination %s', (kind) => {
  async function test(changes: { credential?: string; url?: string } = {}) {
    const to = await startReceiver(kind, { now: () => Date.parse(NOW) })
    const configured = { ...NONE, [kind]: { url: to.url, credential: to.credential, ...changes } }
    const sender = httpExportSender({ http: false, allow: [] }, configured, {
      timeout_ms: LIVENESS_MS,
    })
    afterTests(() => sender.close())
    return {
      to,
      outcome: await testDestination(kind, {
        sender,
        configured,
        origin: 'agents.example.com',
        now: NOW,
        id: EXPORT_ID,
      }),
    }
  }

  it('sends one event, which a receiver as strict as the vendor accepts', async () => {
    const { to, outcome } = await test()
    expect([outcome, to.stored.length, to.requests.length]).toEqual([{ kind: 'accepted' }, 1, 1])
    expect(to.requests[0]!.text).toContain('This is a test of the configuration.')
  })

  it('reports the error without the key', async () => {
    const { outcome } = await test({ credential: 'wrong_secret' })
    expect(outcome).toMatchObject({
      kind: 'refused',
      error: {
        code: kind === 'alerts' ? 'DESTINATION_REFUSED_EVENTS' : 'DESTINATION_REFUSED_CREDENTIAL',
      },
    })
    expect(JSON.stringify(outcome)).not.toContain('wrong_secret')
    expect((await test({ url: 'http://127.0.0.1:1/' })).outcome).toMatchObject({
      kind: 'refused',
      error: { code: 'DESTINATION_UNREACHABLE' },
    })
  })

  it('sends nothing if the destination is not configured', async () => {
    const sender = { send: () => Promise.reject(new Error('sent')), close: () => undefined }
    for (const configured of [NONE, { ...NONE, [kind]: { url: 'https://x.example' } }])
      expect(
        await testDestination(kind, { sender, configured, origin: 'x', now: NOW, id: EXPORT_ID }),
      ).toEqual({ kind: 'not_configured' })
  })
})
