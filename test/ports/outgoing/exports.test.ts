import { describe, expect, it } from 'vitest'
import { DESTINATIONS, type DestinationKind } from '../../../src/domain/audit/exports.ts'
import { httpExportSender } from '../../../src/ports/exports/sender.ts'
import type { Resolve } from '../../../src/ports/outgoing/resolve.ts'
import { startPlatform } from '../../http/platform.ts'
import {
  addRecords,
  afterTests,
  CREDENTIAL_MEMBERS,
  readExport,
  runToEnd,
} from '../../jobs/audit/export-platform.ts'
import { LIVENESS_MS } from '../../kit/bounds.ts'
import { HOSTS, resolve } from './hosts.ts'
import { listen, respondWith } from './servers.ts'

const NOTHING = { logs: {}, collector: {}, alerts: {} }
/** Returns whether an address conforms to the contract; others are refused with 422. */
const isValidAddress = (url: string) => /^https?:\/\/[!-~]+$/.test(url)

async function withRules(
  rules = { http: true, allow: [] as string[] },
  resolver: Resolve = resolve,
  exports: Parameters<typeof httpExportSender>[1] = NOTHING,
) {
  const exportSender = httpExportSender(rules, exports, {
    timeout_ms: LIVENESS_MS,
    resolve: resolver,
  })
  const platform = await startPlatform({ rate_limit_factor: 1e6, exports }, { exportSender })
  afterTests(async () => {
    await platform.jobs.exports.stop()
    platform.server.close()
  })
  const org = await platform.organization('professional')
  await addRecords(platform, org, 1)
  const requestExport = async (kind: DestinationKind, body: object) => {
    const got = await org.api.post(`/audit-logs/siem/${kind}/export`, { limit: 1, ...body })
    return got.status === 202 ? (got.body as { export_id: string }) : got.status
  }
  return { platform, org, requestExport }
}

describe('I-33: no export reaches a blocked address', () => {
  it.each(DESTINATIONS)(
    `%s: no connection is made to ${HOSTS.length} hostile hosts, and the job reports it`,
    async (kind) => {
      const { port, connections } = await listen()
      const { platform, org, requestExport } = await withRules()
      const urls = HOSTS.flatMap((host) =>
        ['http', 'https'].map((scheme) => `${scheme}://${host}:${port}/intake`),
      )
      const responses = await Promise.all(
        urls.map(async (url) => ({
          url,
          requested: await requestExport(kind, {
            intake_url: url,
            [CREDENTIAL_MEMBERS[kind]]: 'k',
          }),
        })),
      )
      await platform.runUntilIdle()
      for (const { url, requested } of responses) {
        if (typeof requested === 'number')
          expect([url, requested, isValidAddress(url)]).toEqual([url, 422, false])
        else
          expect([url, (await readExport(org, requested)).error]).toEqual([
            url,
            {
              code: 'ADDRESS_BLOCKED',
              message:
                'The platform does not connect to this address (its host is not a public address; the operator can allow it with SVC_OUTGOING_ALLOW).',
            },
          ])
      }
      expect(
        responses.filter(({ requested }) => typeof requested !== 'number').length,
      ).toBeGreaterThan(100)
      expect(connections).toEqual([])
    },
    60_000,
  )

  it('the sender refuses a blocked address even in a spelling that the contract rejects', async () => {
    const { port, connections } = await listen()
    const sender = httpExportSender({ http: true, allow: [] }, NOTHING, {
      timeout_ms: LIVENESS_MS,
      resolve,
    })
    for (const host of HOSTS)
      for (const scheme of ['http', 'https']) {
        const request = {
          url: `${scheme}://${host}:${port}/`,
          headers: {},
          body: 'x'.repeat(2000),
          compressible: true,
        }
        expect(await sender.send(request, false)).toEqual({
          kind: 'refused',
          reason:
            'its host is not a public address; the operator can allow it with SVC_OUTGOING_ALLOW',
        })
      }
    sender.close()
    expect(connections).toEqual([])
  })

  it.each([
    [
      'plain http',
      { http: false, allow: ['127.0.0.1'] },
      'http://127.0.0.1:PORT/',
      'it is not https; the operator can allow http with SVC_OUTGOING_HTTP',
    ],
    [
      'a password',
      { http: true, allow: ['127.0.0.1'] },
      'http://user:secret@127.0.0.1:PORT/',
      'it contains a user name or a password',
    ],
  ])('an address with %s is refused', async (_, rules, url, reason) => {
    const { port, connections } = await listen()
    const { platform, org, requestExport } = await withRules(rules)
    const requested = (await requestExport('logs', {
      intake_url: url.replace('PORT', String(port)),
      api_key: 'k',
    })) as { export_id: string }
    await platform.runUntilIdle()
    const { error } = await readExport(org, requested)
    expect([error.code, error.message.includes(reason), error.message.includes('secret')]).toEqual([
      'ADDRESS_BLOCKED',
      true,
      false,
    ])
    expect(connections).toEqual([])
  })

  it('a name that resolves differently between two requests of one export (DNS rebinding) ends it', async () => {
    const { port, connections } = await listen(respondWith(503, '', { Connection: 'close' }))
    let lookups = 0
    const { platform, org, requestExport } = await withRules(
      { http: true, allow: ['127.0.0.2'] },
      async () => (lookups++ === 0 ? ['127.0.0.2'] : ['127.0.0.1']),
    )
    const requested = (await requestExport('collector', {
      intake_url: `http://rebinding.example:${port}/`,
      hec_token: 'k',
    })) as { export_id: string }
    const job = await runToEnd(platform, requested)
    expect([job.error?.code, (await readExport(org, requested)).status]).toEqual([
      'ADDRESS_BLOCKED',
      'failed',
    ])
    expect(connections).toEqual(['127.0.0.2'])
  })

  it('a redirect to a private address is not followed', async () => {
    const inside = await listen()
    const { port } = await listen(
      respondWith(307, '', { Location: `http://127.0.0.1:${inside.port}/` }),
      '127.0.0.2',
    )
    const { platform, org, requestExport } = await withRules({ http: true, allow: ['127.0.0.2'] })
    for (const kind of DESTINATIONS) {
      const requested = (await requestExport(kind, {
        intake_url: `http://127.0.0.2:${port}/`,
        [CREDENTIAL_MEMBERS[kind]]: 'k',
      })) as { export_id: string }
      await platform.runUntilIdle()
      expect((await readExport(org, requested)).error.code).toBe('DESTINATION_REDIRECTED')
    }
    expect(inside.connections).toEqual([])
  })
})

describe("the operator's own destinations", () => {
  it.each(DESTINATIONS)(
    'of the kind %s may have any address, but a request that names that address does not reach them',
    async (kind) => {
      const { port, connections, received } = await listen(respondWith(202, '{}'))
      const exports = {
        ...NOTHING,
        [kind]: { url: `http://127.0.0.1:${port}/`, credential: 'OPERATORS' },
      }
      const { platform, org, requestExport } = await withRules(
        { http: false, allow: [] },
        resolve,
        exports,
      )
      const named = (await requestExport(kind, {
        intake_url: `http://127.0.0.1:${port}/`,
        [CREDENTIAL_MEMBERS[kind]]: 'CALLERS',
      })) as { export_id: string }
      await platform.runUntilIdle()
      expect([(await readExport(org, named)).error.code, connections]).toEqual([
        'ADDRESS_BLOCKED',
        [],
      ])
      const own = (await requestExport(kind, {})) as { export_id: string }
      const mixed = (await requestExport(kind, { [CREDENTIAL_MEMBERS[kind]]: 'CALLERS' })) as {
        export_id: string
      }
      await platform.runUntilIdle()
      expect([(await readExport(org, own)).status, (await readExport(org, mixed)).status]).toEqual([
        'completed',
        'completed',
      ])
      expect(connections.length).toBeGreaterThan(0)
      // Two credentials are two destinations, so either may come first.
      const shownIn = received
        .join('')
        .split('POST /')
        .slice(1)
        .map((request) =>
          ['CALLERS', 'OPERATORS'].filter((credential) => request.includes(credential)),
        )
      expect(shownIn.toSorted()).toEqual([['CALLERS'], ['OPERATORS']])
    },
  )

  it.each(DESTINATIONS)(
    "%s: the operator's credential never goes to an address from a request",
    async (kind) => {
      const theirs = await listen(respondWith(202, '{}'))
      const exports = {
        ...NOTHING,
        [kind]: { url: 'https://own.example/', credential: 'OPERATORS' },
      }
      const { platform, org, requestExport } = await withRules(
        { http: true, allow: ['127.0.0.1'] },
        resolve,
        exports,
      )
      const requested = (await requestExport(kind, {
        intake_url: `http://127.0.0.1:${theirs.port}/`,
      })) as {
        export_id: string
      }
      await platform.runUntilIdle()
      expect((await readExport(org, requested)).error).toEqual({
        code: 'CREDENTIAL_MISSING',
        message: `The export lacks a setting that the destination requires (send \`${CREDENTIAL_MEMBERS[kind]}\` too: the operator's credential is not sent to an address from a request).`,
      })
      expect([theirs.connections, theirs.received]).toEqual([[], []])
    },
  )

  it('that are removed end the exports that rely on them', async () => {
    const exports = { ...NOTHING, logs: { url: 'https://own.example/', credential: 'k' } }
    const { platform, org, requestExport } = await withRules(undefined, resolve, exports)
    const requested = (await requestExport('logs', {})) as { export_id: string }
    Object.assign(exports, NOTHING)
    await platform.runUntilIdle()
    expect((await readExport(org, requested)).error.code).toBe('CREDENTIAL_UNREADABLE')
  })
})
