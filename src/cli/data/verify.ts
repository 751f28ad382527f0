import { createClock } from '../../system.ts'
import { openSnapshot } from '../../store/open.ts'
import { verifyStore, type VerifyReport } from '../../store/verify/verify.ts'
import { command } from '../../terminal/command.ts'
import { STORE_FLAGS } from '../arguments/settings.ts'
import { readDataStore, requireExisting, type DataStore } from './data-store.ts'
import { cell, formatTable } from '../../terminal/text.ts'

/** `verify`: checks the integrity of a store. */
export const verify = command({
  path: 'verify',
  summary: 'Check the integrity of a store, even while it is in use',
  maintenance: true,
  about:
    'Checks one consistent state without changing it: tables and indexes, the master key, references between records, counts and reputations, policies, runtime tokens, quotas, the audit log and the transparency log. Exits with code 1 if something is damaged. A remark points out something that may be intended.',
  flags: { ...STORE_FLAGS, json: { description: 'Print one JSON document' } },
  examples: ['verify', 'verify --store sqlite:/var/lib/registry.db --json'],
  async run(flags, terminal) {
    const report = await verifyDataStore(requireExisting(await readDataStore(flags, terminal)))
    terminal.print(flags.json ? JSON.stringify(report) : formatVerifyReport(report))
    return report.sound ? 0 : 1
  },
})

/** Runs all checks on a store. */
export async function verifyDataStore(store: DataStore): Promise<VerifyReport> {
  const snapshot = await openSnapshot(store.address)
  try {
    return await verifyStore(snapshot, {
      now: createClock().now(),
      masterKeys: store.keys,
      keyLocation: store.keyLocation,
    })
  } finally {
    await snapshot.close()
  }
}

const RESULTS = {
  sound: 'sound',
  remark: 'remark',
  damaged: 'DAMAGED',
  skipped: 'skipped: run `migrate` first',
} as const

/** Formats a report for people. */
export const formatVerifyReport = ({ sound, checks }: VerifyReport): string =>
  [
    formatTable(
      ['CHECK', 'RESULT', 'DESCRIPTION'],
      checks.map(({ check, result, says, found }) => [
        check,
        found === 0 ? RESULTS[result] : `${RESULTS[result]}: ${found}`,
        says,
      ]),
    ),
    ...checks.filter(({ findings }) => findings.length > 0).map(formatFindings),
    '',
    sound ? 'The store is sound.' : 'The store is not sound.',
  ].join('\n')

const formatFindings = ({ check, findings, found }: VerifyReport['checks'][number]): string =>
  [
    '',
    `${check}:`,
    ...findings.map((finding) => `  ${cell(finding)}`),
    ...(found > findings.length ? [`  and ${found - findings.length} more`] : []),
  ].join('\n')
