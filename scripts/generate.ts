/**
 * Writes the files that are generated from the authored contracts, or with `--check` lists stale files and fails. Names of contracts as
 * arguments restrict it to those contracts.
 *
 * Per contract: `<name>.ts` types, `<name>.table.ts` the operation table, `<name>.json` the document the server loads,
 * `<name>-3.1.json` the same document as OpenAPI 3.1. Also the table of settings in the manual, the test vectors of signatures,
 * `platform.codes.ts` with the problem codes of each handler, and `changes.json` with the changes since the previous release.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1'
import { parse } from 'yaml'
import {
  AUTHORED,
  differencesOf,
  latestRelease,
  readYaml,
  type ContractName,
} from './compatibility.ts'
import { manualWithSettings } from './settings-table.ts'
import { signatureVectors } from './signature-vectors.ts'
import { tableOf, type AuthoredDocument } from './operation-table.ts'
import { codesOf } from './problem-codes.ts'
import { problems } from '../src/problems/problems.ts'

const MANUAL = 'docs/operating.md'
const CONTRACTS = [
  { name: 'platform', source: 'openapi.yaml', folder: 'generated' },
  { name: 'agent', source: 'a2a.openapi.yaml', folder: 'generated' },
  {
    name: 'fixture',
    source: 'test/contract/fixture.yaml',
    folder: 'test/contract/generated',
  },
]

/** Returns the path and the text of every file that is generated from one contract. The output is deterministic. */
async function filesOf({
  name,
  source,
  folder,
}: (typeof CONTRACTS)[number]): Promise<[path: string, text: string][]> {
  const document = parse(readFileSync(source, 'utf8')) as AuthoredDocument
  const banner = `// Generated from ${source} by scripts/generate.ts. Change that file and run \`npm run generate\`.\n\n`
  // The server fills in the defaults of `x-default`, so its handlers receive these members like those with a "default".
  const filled = JSON.parse(
    JSON.stringify(document).replaceAll('"x-default":', '"default":'),
  ) as never
  const types = await openapiTS(filled, {
    immutable: true,
    silent: true,
  })
  const table = JSON.stringify(tableOf(document), null, 2)
  const upgraded = upgradeFromThreeToThreeOne({ ...structuredClone(document) })
  return [
    [join(folder, `${name}.ts`), banner + astToString(types)],
    [join(folder, `${name}.table.ts`), `${banner}export const table = ${table} as const\n`],
    [join(folder, `${name}.json`), jsonText(document)],
    [join(folder, `${name}-3.1.json`), jsonText(upgraded)],
  ]
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const isStale = ([path, text]: [string, string]): boolean =>
  !existsSync(path) || readFileSync(path, 'utf8') !== text

function write([path, text]: [string, string]): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`wrote ${path}`)
}

process.chdir(join(import.meta.dirname, '..'))
const {
  values: { check },
  positionals: names,
} = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
const authored = CONTRACTS.filter(
  ({ name, source }) => existsSync(source) && (names.length === 0 || names.includes(name)),
)
const codes = (): [string, string] => {
  const ids = Object.keys(tableOf(parse(readFileSync('openapi.yaml', 'utf8')) as AuthoredDocument))
  const found = JSON.stringify(codesOf('src/handlers', ids, Object.keys(problems)), null, 2)
  return [
    'generated/platform.codes.ts',
    `// Generated from src/handlers by scripts/generate.ts. Change the handlers, and run \`npm run generate\`.\n\nexport const codes = ${found} as const\n`,
  ]
}
/** Returns the changes to each contract since the release before its version, for the documentation pages. */
const changes = (): [string, string] => [
  'generated/changes.json',
  jsonText(
    Object.entries(AUTHORED).flatMap(([name, source]) => {
      const after = readYaml(source)
      const before = latestRelease(name as ContractName, after.info.version)
      return before
        ? [
            {
              name,
              since: before.info.version,
              version: after.info.version,
              differences: differencesOf(before, after),
            },
          ]
        : []
    }),
  ),
]
const otherFiles: [string, string][] =
  names.length === 0
    ? [
        [MANUAL, manualWithSettings(MANUAL)],
        ['docs/specification/signatures.json', jsonText(signatureVectors())],
        codes(),
        changes(),
      ]
    : []
const stale = [...(await Promise.all(authored.map(filesOf))).flat(), ...otherFiles].filter(isStale)
if (!check) stale.forEach(write)
else if (stale.length > 0) {
  for (const [path] of stale) console.error(`${path} is stale: run \`npm run generate\``)
  process.exitCode = 1
}
