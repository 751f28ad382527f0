/**
 * Stores the current contracts in `contracts/` as released: `npm run contract:release`. Released files never change, so a changed contract
 * needs a new `info.version` first, with a higher major version if it breaks clients.
 */
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  AUTHORED,
  differencesOf,
  isAllowed,
  latestRelease,
  readYaml,
  RELEASES,
  type ContractName,
} from './compatibility.ts'

function release(name: ContractName, authored: string): void {
  const document = readYaml(authored)
  const target = join(RELEASES, `${name}-${document.info.version}.yaml`)
  const before = latestRelease(name)
  if (before && !isAllowed(before, document))
    throw new Error(
      `${authored} breaks clients of ${before.info.version}; raise the major version:\n${breaksOf(before, document)}`,
    )
  if (!existsSync(target)) {
    copyFileSync(authored, target)
    return console.log(`released ${target}`)
  }
  if (readFileSync(target, 'utf8') === readFileSync(authored, 'utf8'))
    return console.log(`${target} has already been released`)
  throw new Error(`${target} is released and differs from ${authored}; raise info.version there`)
}

const breaksOf = (before: Parameters<typeof differencesOf>[0], after: typeof before): string =>
  differencesOf(before, after)
    .filter(({ breaking }) => breaking)
    .map(({ where, what }) => `  ${where}: ${what}`)
    .join('\n')

process.chdir(join(import.meta.dirname, '..'))
try {
  for (const [name, authored] of Object.entries(AUTHORED)) release(name as ContractName, authored)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
