import { fixedKeys } from '../../../src/store/master-keys/open.ts'
import { describe, expect, it } from 'vitest'
import { resolveDestination } from '../../../src/domain/audit/exports.ts'
import type { ExportJob } from '../../../src/domain/audit/export-job.ts'
import { createExportRunner, type ExportServices } from '../../../src/jobs/audit/exports.ts'
import type { PostResult } from '../../../src/ports/outgoing/post.ts'
import { DAY, MINUTE } from '../../kit/time.ts'
import { newLocationInMemory } from '../../store/stores.ts'
import { MASTER_KEYS, newWorld } from '../../store/world.ts'

const ACCEPTED: PostResult = {
  kind: 'responded',
  status: 202,
  headers: {},
  body: Buffer.from('{}'),
}
const nextTurns = async () => {
  for (let index = 0; index < 20; index += 1) await new Promise(setImmediate)
}

/** Starts a runner whose requests end when the test decides. */
async function startRunner(send?: (url: string) => Promise<PostResult>) {
  const world = await newWorld(newLocationInMemory())
  const requests: {
    url: string
    end: (posted: PostResult) => void
    fail: (cause: Error) => void
  }[] = []
  const errors: unknown[] = []
  const ended: string[] = []
  const sending = (url: string) =>
    new Promise<PostResult>((end, fail) => {
      requests.push({ url, end, fail })
    })
  const services: ExportServices = {
    store: world.store,
    configured: { logs: {}, collector: {}, alerts: {} },
    origin: 'registry.test',
    master_keys: fixedKeys(MASTER_KEYS[0]!),
    now: () => world.clock.now,
    platformContext: () => world.context(),
    sender: {
      send: ({ url }) => (send ?? sending)(url),
      close: () => {
        for (const { end } of requests) end({ kind: 'failed', fault: 'abandoned', reached: false })
      },
    },
    onError: (cause) => {
      errors.push(cause)
    },
    onEnded: ({ status }) => {
      ended.push(status)
    },
  }
  let numbers = 0
  const requestExport = async (
    where: Pick<typeof world, 'organization_id' | 'reach'> = world,
  ): Promise<ExportJob> => {
    const resolved_destination = resolveDestination(
      'logs',
      { url: `https://${(numbers += 1)}.example/`, credential: 'k' },
      {},
    )
    const accepted = await world.store.createExport(world.context(), {
      reach: where.reach,
      organization_id: where.organization_id,
      limit: 10,
      destination: 'logs',
      options: {},
      resolved_destination,
      master_keys: MASTER_KEYS,
    } as never)
    if (accepted.kind !== 'accepted') throw new Error(accepted.kind)
    return accepted.job
  }
  const statusOf = async ({ export_id }: ExportJob) =>
    (await world.database.read((tx) => tx.exports.get({ export_id })))!.status
  return {
    world,
    requests,
    errors,
    ended,
    requestExport,
    statusOf,
    runner: createExportRunner(services, 1000),
  }
}

describe('running exports', () => {
  it('are at most four per organization, and the next one starts when one has ended', async () => {
    const { world, requests, requestExport, runner, ended } = await startRunner()
    const other = await world.tenant('b')
    for (let index = 0; index < 6; index += 1) await requestExport()
    expect(await runner.startDue()).toBe(4)
    await requestExport(other)
    expect([await runner.startDue(), await runner.startDue()]).toEqual([1, 0])
    await nextTurns()
    requests[0]!.end(ACCEPTED)
    await nextTurns()
    expect([requests.length, ended]).toEqual([6, ['completed']])
  })

  it('that fail because of the platform are reported, free their slot, and are claimed again when their claim expires', async () => {
    const { world, requests, requestExport, runner, errors, statusOf } = await startRunner()
    const jobs = []
    for (let index = 0; index < 5; index += 1) jobs.push(await requestExport())
    await runner.startDue()
    await nextTurns()
    const cause = new Error('ours')
    requests[0]!.fail(cause)
    await nextTurns()
    expect([errors, requests.length, await statusOf(jobs[0]!)]).toEqual([[cause], 5, 'running'])
    world.clock.advance(MINUTE)
    requests[1]!.end(ACCEPTED)
    await nextTurns()
    expect([await statusOf(jobs[0]!), requests.length]).toEqual(['running', 6])
  })

  it('are not started after the runner has stopped, and a request without a response is due again at once', async () => {
    const { requestExport, runner, world, statusOf } = await startRunner()
    const job = await requestExport()
    await runner.startDue()
    await nextTurns()
    await runner.stop()
    expect(await statusOf(job)).toBe('running')
    await requestExport()
    expect(await runner.startDue()).toBe(0)
    expect(
      await world.database.read((tx) =>
        tx.exports.find({ where: { next_attempt_at: { lte: world.clock.now } } }),
      ),
    ).toHaveLength(2)
  })

  it('are awaited by `drain`, except those to a destination that hangs', async () => {
    const { requestExport, runner, ended } = await startRunner((url) =>
      url.includes('1.example') ? new Promise(() => undefined) : Promise.resolve(ACCEPTED),
    )
    for (let index = 0; index < 4; index += 1) await requestExport()
    expect(await runner.drain()).toBe(4)
    expect(ended).toEqual(Array(3).fill('completed'))
    expect(await runner.drain()).toBe(0)
  })

  it('continue after the store failed to return jobs once', async () => {
    const { world, requestExport } = await startRunner()
    await requestExport()
    let claims = 0
    const runner = createExportRunner(
      {
        store: {
          ...world.store,
          claimExports: (...given) => {
            claims += 1
            return claims === 1
              ? Promise.reject(new Error('unavailable'))
              : world.store.claimExports(...given)
          },
        },
        configured: { logs: {}, collector: {}, alerts: {} },
        origin: 'registry.test',
        master_keys: fixedKeys(MASTER_KEYS[0]!),
        now: () => world.clock.now,
        platformContext: () => world.context(),
        sender: { send: async () => ACCEPTED, close: () => undefined },
        onError: () => undefined,
        onEnded: () => undefined,
      },
      10,
    )
    await expect(runner.startDue()).rejects.toThrow('unavailable')
    expect(await runner.startDue()).toBe(1)
    world.clock.advance(DAY)
    await nextTurns()
  })
})
