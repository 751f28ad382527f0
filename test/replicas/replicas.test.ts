import { expect, it } from 'vitest'
import { samples } from '../kit/samples.ts'
import { runReplicas, type Report } from './run-replicas.ts'
import { singleServer } from './single-server.ts'

const shown = (report: Report): string =>
  `${report.outages} outages, ${report.unavailable} of ${report.requests} requests got 503, ${report.histories} histories, ${report.violations.length} violations`

/** `npm run replicas` runs longer, and prints the complete report. */
it('I-01, I-02, I-07, I-11, I-15, I-19, I-21, I-30: three replicas that are killed and paused, have wrong clocks and briefly lose their database respond like a single platform', async () => {
  const run = { seconds: samples(10, 60), seed: 2 }
  const report = await runReplicas(
    { ...run, disturb: true },
    await singleServer({ ...run, outages: 2 }),
  )
  console.log(shown(report))
  expect(report.violations).toEqual([])
  const { kills, pauses, skewed, unavailable, sweeps, chains } = report
  const happened = { disturbances: kills + pauses, skewed, unavailable, sweeps, chains }
  expect(Object.entries(happened).filter(([, count]) => count === 0)).toEqual([])
})

/** test/store/postgres/outage.test.ts tests the same for one process; several processes need a run of their own. */
it.each(samples([], [20]))(
  'I-19: replicas whose database server is killed or suspended recover without a restart, in a run of %i seconds',
  async (seconds) => {
    const run = { seconds, seed: 1 }
    const report = await runReplicas(
      { ...run, disturb: false },
      await singleServer({ ...run, outages: 3 }),
    )
    console.log(shown(report))
    expect(report.violations).toEqual([])
    expect(report.unavailable).toBeGreaterThan(0)
    expect(report).toMatchObject({ outages: 3, kills: 0, pauses: 0, starts: 3 })
  },
)
