import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { runJob } from '../../src/jobs/job-loop.ts'
import { startPlatform } from '../http/platform.ts'

const ROOT = join(import.meta.dirname, '../..')

it('one line of the log says which scheduled job failed, why, and which command finds the cause', async () => {
  const { jobs, log, metrics } = await startPlatform()
  const lines = log.length
  await runJob(jobs, { job: 'sweep', run: () => Promise.reject(new Error('no such table')) })
  await runJob(jobs, { job: 'log', run: async () => 0 })
  expect(log.slice(lines).map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      level: 'error',
      job: 'sweep',
      err: expect.objectContaining({ message: 'no such table' }) as object,
      msg: 'the scheduled job sweep failed and will be retried; if this repeats, look for the cause with: svc-registry check-config',
    }),
  ])
  const text = await metrics.text()
  expect(text).toContain('svc_job_failures_total{name="sweep"} 1')
  expect(text).toContain('svc_job_failures_total{name="log"} 0')
  expect(text).toMatch(/svc_job_last_success_timestamp_seconds\{name="log"\} \d/)
  expect(text).not.toMatch(/svc_job_last_success_timestamp_seconds\{name="sweep"\}/)
})

it('every command that a log message names exists', () => {
  const named = globSync(['src/app/*.ts', 'src/cli/server/*.ts', 'src/jobs/**/*.ts'], { cwd: ROOT })
    .flatMap((path) => readFileSync(join(ROOT, path), 'utf8').split('\n'))
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line))
    .flatMap((line) => line.match(/(?<=svc-registry )[a-z][a-z-]+( [a-z][a-z-]+)?/g) ?? [])
  expect(named.length).toBeGreaterThan(8)
  const paths = commands.map(({ path }) => path)
  expect(
    named.filter((words) => !paths.includes(words) && !paths.includes(words.split(' ')[0]!)),
  ).toEqual([])
})
