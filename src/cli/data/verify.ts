import { createClock } from '../../clock.ts'
import { openSnapshot } from '../../store/open.ts'
import { verifyStore, type CheckReport, type VerifyReport } from '../../store/verify/verify.ts'
import { command } from '../../terminal/command.ts'
import { readDataStore, requireExisting, keyBytes, keyLocation, STORE_FLAGS, type DataStore } from './data-store.ts'
import { formatTable, cell } from '../../terminal/text.ts'

/** `verify`: whether a store is whole and true. */
export const verify = command({
  path: 'verify',
  summary: 'Check everything in a store, also while it is in use',
  maintenance: true,
  about:
    'Looks at one consistent state and changes nothing: tables and indexes, the master key, that what belongs together is there, counts and reputations, policies, and the audit log. Ends with exit code 1 when something is damaged. A remark may be meant.',
  flags: { ...STORE_FLAGS, json: { description: 'Print one JSON document' } },
  examples: ['verify', 'verify --store sqlite:/var/lib/registry.db --json'],
  async run(flags, terminal) {
    const report = await verifyDataStore(requireExisting(readDataStore(flags, terminal)))
    terminal.print(flags.json ? JSON.stringify(report) : formatVerifyReport(report))
    return report.sound ? 0 : 1
  },
})

/** Everything that can be checked of a store. */
export async function verifyDataStore(store: DataStore): Promise<VerifyReport> {
  const snapshot = await openSnapshot(store.address)
  try {
    return await verifyStore(snapshot, {
      now: createClock().now(),
      masterKey: keyBytes(store.key),
      keyPlace: keyLocation(store),
    })
  } finally {
    await snapshot.close()
  }
}

const RESULTS = {
  sound: 'sound',
  remark: 'remark',
  damaged: 'DAMAGED',
  skipped: 'not looked at: run `migrate` first',
} as const

/** A report for people. */
export const formatVerifyReport = ({ sound, checks }: VerifyReport): string =>
  [
    formatTable(
      ['CHECK', 'RESULT', 'WHAT'],
      checks.map(({ check, result, says, found }) => [
        check,
        found === 0 ? RESULTS[result] : `${RESULTS[result]}: ${found}`,
        says,
      ]),
    ),
    ...checks.filter(({ findings }) => findings.length > 0).map(foundIn),
    '',
    sound ? 'The store is sound.' : 'The store is not sound.',
  ].join('\n')

const foundIn = ({ check, findings, found }: CheckReport): string =>
  [
    '',
    `${check}:`,
    ...findings.map((finding) => `  ${cell(finding)}`),
    ...(found > findings.length ? [`  and ${found - findings.length} more`] : []),
  ].join('\n')
