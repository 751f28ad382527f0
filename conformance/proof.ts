// Prints the figures that show that the suite can be believed, each beside its limit; ends with 1 when one is missed.
import { availableParallelism, loadavg } from 'node:os'
import { SUITE } from './src/identity.ts'
import { bundle } from './proof/bundle.ts'
import { conforming } from './proof/conforming.ts'
import { curl } from './proof/curl.ts'
import { determinism } from './proof/determinism.ts'
import { mutants } from './proof/mutants.ts'
import { nullTargets } from './proof/null-targets.ts'
import { print } from './proof/print.ts'
import { real } from './proof/real.ts'
import { rules } from './proof/rules.ts'

console.log(
  `${SUITE.name} ${SUITE.version}, rules ${SUITE.rule_set}, interface ${SUITE.interface_sha256.slice(0, 12)} · Node ${process.version}, ${process.platform}`,
)
const [busy = 0] = loadavg()
if (busy > availableParallelism())
  console.log(
    `Others are at work on this machine (load ${busy.toFixed(1)} on ${availableParallelism()} processors): times are longer than they would be.`,
  )
const colour = process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined
const missed = await print(
  [rules, mutants, conforming, real, nullTargets, curl, determinism, bundle],
  colour,
)
process.exit(missed === 0 ? 0 : 1)
