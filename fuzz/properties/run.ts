import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

/** `npm run fuzz:properties` tests all properties with a random or a given seed; `--proof` measures how many planted faults they find. */
const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string' },
    runs: { type: 'string', default: '200' },
    path: { type: 'string' },
    only: { type: 'string' },
    proof: { type: 'boolean', default: false },
    'fail-fast': { type: 'boolean', default: false },
  },
})
if (flags.proof)
  await import('./proof.ts').then(({ runMutationTest }) => runMutationTest(flags.only))
else await fuzz()

async function fuzz(): Promise<void> {
  const { startSuite, runAll } = await import('./all.ts')
  const seed = flags.seed === undefined ? randomInt(2 ** 31) : Number(flags.seed)
  const runs = Number(flags.runs)
  console.log(
    `Seed ${seed}. To repeat this run: npm run fuzz:properties -- --seed ${seed} --runs ${runs}\n`,
  )
  const started = performance.now()
  const suite = await startSuite()
  const wanted = suite.properties.filter(
    ({ name }) => flags.only === undefined || name.includes(flags.only),
  )
  if (wanted.length === 0) {
    console.error(`No property has "${flags.only}" in its name.`)
    process.exit(1)
  }
  const verdicts = await runAll(wanted, { seed, runs, path: flags.path }, (verdict) => {
    if (verdict.failure === undefined) return
    console.log(`${verdict.failure}\n`)
    if (flags['fail-fast']) process.exit(1)
  })
  const failed = verdicts.filter(({ failure }) => failure !== undefined).length
  const tried = verdicts.reduce((sum, verdict) => sum + verdict.runs, 0)
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${failed === 0 ? 'Passed' : `${failed} failed`}: ${verdicts.length} properties, ${tried} runs, ${suite.counter.total()} requests to operations, ${seconds.toFixed(1)} s.`,
  )
  process.exit(failed === 0 ? 0 : 1)
}
