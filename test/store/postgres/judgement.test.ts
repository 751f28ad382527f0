import { afterEach, expect, it } from 'vitest'
import { until } from '../../kit/bounds.ts'
import { runStatement } from '../../postgres/server.ts'
import { newLocation, runCleanups } from '../stores.ts'
import { newWorld } from '../world.ts'

afterEach(runCleanups)

const WAITING =
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

it('an operator is removed only after the end of a judgement that began earlier and waits for the dispute', async () => {
  const at = newLocation('postgres')
  const world = await newWorld(at)
  const { context, database, store } = world
  const other = await world.tenant('b')
  const opened = await store.openDispute(context(), {
    reach: world.reach,
    organization_id: world.organization_id,
    svc_id: other.agent_id,
    issue_type: 'incorrect_response',
    description: 'x',
    task_id: 't1',
    logs: null,
  })
  if (opened.kind !== 'opened') return expect.unreachable()
  const { dispute_id } = opened.dispute
  const email = 'olga@registry.example'
  await store.addOperator(context(), { email })

  const [held, release] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const holder = database.transact(async (tx) => {
    await tx.disputes.get({ dispute_id })
    held.resolve(undefined)
    await release.promise
  })
  await held.promise
  const waiting = async () => (await runStatement(at.address, WAITING)).length
  const judgement = store.judgeDisputeAs(context(), {
    dispute_id,
    judgement: 'upheld',
    reason: 'x',
    email,
  })
  let removed = false
  let removal: Promise<unknown> = Promise.resolve()
  try {
    await until(async () => (await waiting()) === 1, 'the judgement does not wait')
    removal = store.removeOperator(context(), { email }).then(() => {
      removed = true
    })
    await until(
      async () => removed || (await waiting()) === 2,
      'the removal neither ends nor waits',
    )
    expect(removed).toBe(false)
  } finally {
    release.resolve(undefined)
    await Promise.all([holder, judgement, removal])
  }
  expect(await judgement).toMatchObject({ kind: 'judged' })
})
