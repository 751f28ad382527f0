/**
 * Calls an agent with third-party clients, and bridges third-party servers: `npm run interop`, or `npm run interop -- --only python` for
 * only some of them.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { format } from 'oxfmt'
import { startAgent } from './agent.ts'
import { startPlatform, type Platform } from './bridge.ts'
import { installNpmPackages } from './install.ts'
import { COLUMNS, ROWS, type RowResult, type Row } from './rows.ts'

const PAGE = join(import.meta.dirname, '../docs/interop.md')

const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values
const wanted = ROWS.filter(({ name, language, protocol, role }) =>
  `${language} ${name} ${protocol} ${role}`.includes(only),
)
if (wanted.length === 0)
  throw new Error(
    `No package matches --only ${only}; choose from ${ROWS.map(({ name }) => name).join(', ')}.`,
  )

/** Returns the cells of a row. The cell of an observation that was not made contains a dash. */
function cellsOf({ observed, differences }: RowResult): string[] {
  const isGood = (path: string): boolean =>
    !differences.some((difference) => difference.path === '' || difference.path === path)
  return COLUMNS.map((column) => {
    const paths = observed[column]
    if (!paths) return '–'
    return paths.every(isGood) ? 'yes' : 'NO'
  })
}

async function resultOf(row: Row, world: Parameters<Row['assess']>[0]): Promise<RowResult> {
  try {
    return await row.assess(world)
  } catch (error) {
    const observed = Object.fromEntries(COLUMNS.map((column) => [column, ['']]))
    return { observed, differences: [{ path: '', text: String(error) }] }
  }
}

installNpmPackages()
const agent = await startAgent()
let started: Promise<Platform> | undefined
const platform = (): Promise<Platform> => (started ??= startPlatform())
const lines = [
  `| package | protocol | role | ${COLUMNS.join(' | ')} |`,
  `| --- | --- | --- | ${COLUMNS.map(() => '---').join(' | ')} |`,
]
lines.forEach((line) => console.log(line))
let isGood = true
for (const row of wanted) {
  const result = await resultOf(row, { agent_url: agent.url, platform })
  const { name, language, protocol, role } = row
  const line = `| ${[`${name} (${language})`, protocol, role, ...cellsOf(result)].join(' | ')} |`
  lines.push(line)
  console.log(line)
  for (const { path, text } of result.differences) console.error(`${name}: ${path} ${text}`)
  isGood &&= result.differences.length === 0
}
await agent.stop()
await (await started)?.stop()

const TEXT = `# Interoperability

This page shows how third-party clients and servers work with an agent and a bridge, as observed in the last complete run of \`npm run interop\`. That command writes this page; [its folder](../interop/README.md) describes what is compared. A dash means that the feature is not tested, in most cases because the client or server does not support it. A bridge to an A2A agent has that agent's single skill.

`
if (only === '') {
  const { code } = await format('interop.md', `${TEXT}${lines.join('\n')}\n`, {
    printWidth: 100,
    proseWrap: 'always',
  })
  writeFileSync(PAGE, code)
}
process.exit(isGood ? 0 : 1)
