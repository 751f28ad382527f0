import { expect, it } from 'vitest'
import { runReplicas } from './run-replicas.ts'

/** `npm run replicas` runs longer, and prints the complete report. */
it('I-01, I-02, I-07, I-11, I-15, I-19, I-21, I-30: three replicas that are killed and paused, have wrong clocks and lose their database for moments answer like a single platform', async () => {
  const report = await runReplicas({ seconds: 10, seed: 2, outages: 2 })
  console.log(
    `${report.outages} outages, ${report.unavailable} of ${report.requests} answers were 503, ${report.histories} histories, ${report.violations.length} violations`,
  )
  expect(report.violations).toEqual([])
  const { kills, pauses, skewed, unavailable, sweeps, chains } = report
  const happened = { disturbances: kills + pauses, skewed, unavailable, sweeps, chains }
  expect(Object.entries(happened).filter(([, count]) => count === 0)).toEqual([])
})
