/**
 * Runs third-party validators and converters in front of a sandbox: `npm run validators`, or `npm run validators -- --only prism` for only
 * some of them.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { startSandbox } from '../src/sandbox/sandbox.ts'
import { expressOpenApiValidator } from './express-openapi-validator.ts'
import { installPackages, pinnedVersion } from './install.ts'
import { openapiBackend } from './openapi-backend.ts'
import { PLANTED_VIOLATIONS } from './planted.ts'
import { kinOpenapi, openapiCore, swaggerRequestValidator } from './program.ts'
import { postman } from './postman.ts'
import { prism } from './prism.ts'
import { checkValidator, type Verdict } from './check.ts'
import type { Validator } from './validator.ts'

const VALIDATORS = [
  openapiBackend,
  expressOpenApiValidator,
  prism,
  postman,
  openapiCore,
  swaggerRequestValidator,
  kinOpenapi,
]

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const wanted = VALIDATORS.filter(({ name }) => name.includes(only ?? ''))
if (wanted.length === 0)
  throw new Error(
    `No validator matches --only ${only}; choose from ${VALIDATORS.map(({ name }) => name).join(', ')}.`,
  )

/** Prints the verdict of a validator, and returns whether it contains no problems. */
function report({ name, version, query }: Validator, verdict: Verdict): boolean {
  const { requests, violations, failures, missed } = verdict
  const problems = [
    ...violations.map((text) => `violation: ${text}`),
    ...failures.map((text) => `failed: ${text}`),
    ...missed.map((text) => `not reported: ${text}`),
  ]
  const tool = [name, version ?? pinnedVersion(name)].join(' ').trim()
  const caught = `${PLANTED_VIOLATIONS.length - missed.length} of ${PLANTED_VIOLATIONS.length} planted violations reported`
  console.log(
    `${tool}, /openapi.json${query}: ${requests} requests, ${violations.length} violations, ${caught}`,
  )
  for (const problem of problems) console.log(`- ${problem}`)
  return problems.length === 0
}

/** Returns the first command of the toolchain that is not available; undefined if all are. */
const missingCommand = ({ toolchain = [] }: Validator): string | undefined =>
  toolchain.find((line) => {
    const [command, ...args] = line.split(' ')
    return spawnSync(command!, args).status !== 0
  })

installPackages()
const passed: boolean[] = []
for (const validator of wanted) {
  const missing = missingCommand(validator)
  if (missing !== undefined) {
    console.log(`${validator.name} was skipped, because \`${missing}\` fails here`)
    continue
  }
  const { info, serving } = await startSandbox(0, 'silent')
  passed.push(report(validator, await checkValidator(validator, info)))
  await serving.stop()
}
const count = (result: boolean): number => passed.filter((one) => one === result).length
console.log(
  `${count(true)} passed, ${count(false)} failed, ${wanted.length - passed.length} skipped`,
)
process.exit(count(true) > 0 && count(false) === 0 ? 0 : 1)
