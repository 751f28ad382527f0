import { spawn } from 'node:child_process'
import { startVitest } from 'vitest/node'
import { closing, countsOf, type Counts } from '../test/verdict.ts'

const NONE: Counts = { passed: 0, failed: 0, skipped: 0 }
const FAILED: Counts = { ...NONE, failed: 1 }
interface Phase { readonly name: string; run(): Promise<Counts> }

/** A phase in a process of its own, which counts only when it fails. What it says is printed when it is done, so that two never talk at once. */
const command = (name: string, ...args: string[]): Phase => ({
  name,
  run: () => new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(said))
      resolve(code === 0 ? NONE : FAILED)
    })
  }),
})

/** The lanes of tests whose names fit (test/lanes.ts). A run that could not begin, or found no test, has failed. */
const lanes = (project: string): Phase => ({
  name: 'tests',
  async run() {
    try {
      const vitest = await startVitest('test', [], { watch: false, project })
      const counts = countsOf(vitest.state.getTestModules(), vitest.state.getUnhandledErrors().length)
      await vitest.close()
      return counts.passed > 0 ? counts : FAILED
    } catch (cause) {
      console.error(cause)
      return FAILED
    }
  },
})

/** The phases of each command. Those of one step run side by side; one that fails does not keep the next from running. */
const COMMANDS: Readonly<Record<string, readonly (readonly Phase[])[]>> = {
  test: [[command('static', 'scripts/static.ts'), command('fuzz', 'fuzz/run.ts', '--core')], [lanes('!deep-*')]],
  deep: [[lanes('deep-*')], [command('fuzz gate', 'fuzz/run.ts', '--gate')]],
}
interface Done { readonly name: string; readonly seconds: number; readonly counts: Counts }

async function timed({ name, run }: Phase): Promise<Done> {
  const began = performance.now()
  const counts = await run()
  return { name, seconds: Math.round((performance.now() - began) / 1000), counts }
}

const steps = COMMANDS[process.argv[2] ?? '']
if (!steps) throw new Error(`one of ${Object.keys(COMMANDS).join(', ')} is needed`)
const done: Done[] = []
for (const phases of steps) {
  console.log(`\nRunning ${phases.map(({ name }) => name).join(' and ')} ...\n`)
  done.push(...await Promise.all(phases.map(timed)))
}
const sum = (of: keyof Counts): number => done.reduce((total, { counts }) => total + counts[of], 0)
const total: Counts = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
console.log(`\n${done.map(({ name, seconds, counts }) => `${name} ${counts.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s`).join(', ')}`)
console.log(closing(total))
if (total.failed > 0) process.exitCode = 1
