// Measures the quality of the suite, prints each figure next to its threshold, and exits with code 1 if a threshold is missed.
import { availableParallelism, loadavg } from 'node:os'
import { SUITE } from './src/identity.ts'
import { bundle } from './proof/bundle.ts'
import { conforming } from './proof/conforming.ts'
import { curl } from './proof/curl.ts'
import { determinism } from './proof/determinism.ts'
import { mutants } from './proof/mutants.ts'
import { nullTargets } from './proof/null-targets.ts'
import { printChapters } from './proof/print.ts'
import { real } from './proof/real.ts'
import { rules } from './proof/rules.ts'

console.log(
  `${SUITE.name} ${SUITE.version}, rules ${SUITE.rule_set}, interface ${SUITE.interface_sha256.slice(0, 12)} · Node ${process.version}, ${process.platform}`,
)
const [load = 0] = loadavg()
if (load > availableParallelism())
  console.log(
    `The load of this machine is ${load.toFixed(1)} on ${availableParallelism()} processors, so the measured times are longer than on an idle machine.`,
  )
const colour = process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined
const missed = await printChapters(
  [rules, mutants, conforming, real, nullTargets, curl, determinism, bundle],
  colour,
)
process.exit(missed === 0 ? 0 : 1)
