/** Lists the changes to the contracts since their last release, and fails for breaking changes without a higher major version. */
import { join } from 'node:path'
import {
  AUTHORED,
  differencesOf,
  isAllowed,
  latestRelease,
  readYaml,
  type ContractName,
} from './compatibility.ts'

process.chdir(join(import.meta.dirname, '..'))
for (const [name, authored] of Object.entries(AUTHORED)) {
  const before = latestRelease(name as ContractName)
  const after = readYaml(authored)
  if (!before) continue
  const differences = differencesOf(before, after)
  for (const { where, what, breaking } of differences)
    console.log(`${breaking ? 'BREAKS' : 'ok    '} ${where}: ${what}`)
  console.log(`${authored}: ${differences.length} differences since ${before.info.version}`)
  if (isAllowed(before, after, differences)) continue
  console.error(
    `${authored} breaks clients of ${before.info.version}. Revert the breaking changes, or raise the major version in info.version.`,
  )
  process.exitCode = 1
}
