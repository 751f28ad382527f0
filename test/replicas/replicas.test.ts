import { expect, it } from 'vitest'
import { runReplicas } from './run-replicas.ts'

/** `npm run replicas` runs longer, and prints the complete report. */
it('I-01, I-02, I-07, I-11, I-15, I-21, I-30: three replicas that are killed and paused and have wrong clocks answer like a single platform', async () => {
  const report = await runReplicas({ seconds: 8, seed: 1, outages: 0, disturb: true })
  expect(report.violations).toEqual([])
  const { kills, pauses, skewed, histories, sign_ins, tasks, sweeps, chains } = report
  for (const happened of [kills + pauses, skewed, histories, sign_ins, tasks, sweeps, chains])
    expect(happened).toBeGreaterThan(0)
})

it('I-19: replicas answer 503 with Retry-After while the database server is killed or suspended, lose no acknowledged write, and recover without a restart', async () => {
  const report = await runReplicas({ seconds: 6, seed: 2, outages: 1, disturb: false })
  console.log(
    `${report.outages} outages, ${report.unavailable} of ${report.requests} answers were 503, ${report.histories} histories, ${report.violations.length} violations`,
  )
  expect(report.violations).toEqual([])
  for (const happened of [report.unavailable, report.histories, report.sweeps])
    expect(happened).toBeGreaterThan(0)
  expect(report.starts).toBe(report.replicas)
})
