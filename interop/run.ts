/** Calls an agent with clients of others: `npm run interop`, `-- --only python` for some. */
import { parseArgs } from 'node:util'
import { startAgent } from './agent.ts'
import { CLIENTS, type InteropClient } from './clients/index.ts'
import { differencesOf } from './differences.ts'
import { installNpmPackages } from './install.ts'
import { EXPECTED, type Observations } from './observations.ts'

const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values
const wanted = CLIENTS.filter(({ name, language }) => `${language} ${name}`.includes(only))
if (wanted.length === 0)
  throw new Error(`Choose from ${CLIENTS.map(({ name }) => name).join(', ')}.`)

/** The columns of the table, and the observations that each one stands for. */
const COLUMNS: readonly (readonly [title: string, paths: readonly (keyof Observations)[]])[] = [
  ['find', ['card']],
  ['send', ['sent', 'data', 'failed']],
  ['stream', ['streamed']],
  ['get, cancel', ['canceled']],
  ['error, several skills', ['errors']],
]

/** Prints the row of a client and what it found otherwise than expected. Returns whether that was nothing. */
async function judge({ name, protocol, language, observe }: InteropClient, url: string) {
  const differences = await observe(url).then(
    (observed) => differencesOf(EXPECTED, observed),
    (error: unknown) => [{ path: '', text: String(error) }],
  )
  const isGood = (path: string): boolean =>
    !differences.some((difference) => difference.path === '' || difference.path === path)
  const cells = COLUMNS.map(([, paths]) => (paths.every(isGood) ? 'yes' : 'NO'))
  console.log(`| ${[`${name} (${language})`, protocol, ...cells].join(' | ')} |`)
  for (const { path, text } of differences) console.error(`${name}: ${path} ${text}`)
  return differences.length === 0
}

installNpmPackages()
const agent = await startAgent()
console.log(`| client | protocol | ${COLUMNS.map(([title]) => title).join(' | ')} |`)
console.log(`| --- | --- | ${COLUMNS.map(() => '---').join(' | ')} |`)
const good: boolean[] = []
for (const client of wanted) good.push(await judge(client, agent.url))
await agent.stop()
process.exit(good.every(Boolean) ? 0 : 1)
