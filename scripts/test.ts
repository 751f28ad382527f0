import { spawn } from 'node:child_process'
import { startVitest } from 'vitest/node'
import { formatCounts, countsOf, failuresOf, type Counts } from '../test/verdict.ts'

const NONE: Counts = { passed: 0, failed: 0, skipped: 0 }
const FAILED: Counts = { ...NONE, failed: 1 }
/** The failed tests by file and title, printed last because a log may keep only its end. */
const failures: string[] = []
interface Phase {
  readonly name: string
  run(): Promise<Counts>
}

/** A phase in its own process, which is counted only when it fails. */
const command = (name: string, ...args: string[]): Phase => ({
  name,
  run: () =>
    new Promise((resolve) => {
      spawn(process.execPath, args, { stdio: 'inherit' }).once('close', (code) =>
        resolve(code === 0 ? NONE : FAILED),
      )
    }),
})

/**
 * A phase that runs the test lanes (test/lanes.ts) whose names match a pattern. A run that cannot start or finds no test counts as
 * failed.
 */
const lanes = (project: string): Phase => ({
  name: 'tests',
  async run() {
    try {
      const vitest = await startVitest('test', [], { watch: false, project })
      const counts = countsOf(
        vitest.state.getTestModules(),
        vitest.state.getUnhandledErrors().length,
      )
      failures.push(...failuresOf(vitest.state.getTestModules()))
      await vitest.close()
      return counts.passed > 0 ? counts : FAILED
    } catch (cause) {
      console.error(cause)
      return FAILED
    }
  },
})

/** Phases by command. All phases run, even when one fails. */
const COMMANDS: Readonly<Record<string, readonly Phase[]>> = {
  test: [
    command('static', 'scripts/static.ts'),
    lanes('!deep-*'),
    command('fuzz', 'fuzz/run.ts', '--core'),
  ],
  deep: [lanes('deep-*'), command('fuzz gate', 'fuzz/run.ts', '--gate')],
}

const phases = COMMANDS[process.argv[2] ?? '']
if (!phases) throw new Error(`Choose one of ${Object.keys(COMMANDS).join(', ')}`)
const done: { name: string; seconds: number; counts: Counts }[] = []
for (const { name, run } of phases) {
  const began = performance.now()
  const counts = await run()
  done.push({ name, seconds: Math.round((performance.now() - began) / 1000), counts })
}
const sum = (of: keyof Counts): number => done.reduce((total, { counts }) => total + counts[of], 0)
const total: Counts = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
console.log(
  `\n${done.map(({ name, seconds, counts }) => `${name} ${counts.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s`).join(', ')}`,
)
if (failures.length > 0) console.log(failures.map((title) => `FAILED ${title}`).join('\n'))
console.log(formatCounts(total))
if (total.failed > 0) process.exitCode = 1
