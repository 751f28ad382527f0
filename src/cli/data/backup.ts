import { resolve } from 'node:path'
import { createClock } from '../../clock.ts'
import { command, type Terminal } from '../../terminal/command.ts'
import { readDataStore, requireExisting, keyBytes, keyLocation, STORE_FLAGS, type DataStore } from './data-store.ts'
import { CommandError } from '../../terminal/errors.ts'
import { formatTable, formatFields } from '../../terminal/text.ts'
import { version } from '../../version.ts'
import type { Manifest } from '../../store/transfer/format.ts'

/** `backup`: everything of a store in one file, while it is in use. */
export const backup = command({
  path: 'backup',
  summary: 'Write everything of a store to a file, while it is in use',
  maintenance: true,
  about: [
    'Writes one consistent state, also while the registry runs and writes. The file is compressed JSON Lines, the same for every kind of store, readable by you only; its last line counts the rows and holds their SHA-256. It appears when it is complete and on disk.',
    '',
    'The master key is not in it. Without the key a restored store cannot be served, so keep both, in different places. The backup holds no secret in the clear, but names, e-mail addresses, the audit log and hashes of credentials: treat it like the store.',
  ].join('\n'),
  flags: {
    ...STORE_FLAGS,
    to: { value: 'FILE', description: 'Where to write it; - for the standard output', required: true },
    replace: { description: 'Replace FILE if it is there' },
    json: { description: 'Print the manifest as one JSON document' },
  },
  examples: [
    'backup --to registry.backup',
    'backup --store sqlite:/var/lib/registry.db --to /backups/registry.backup --replace --json',
  ],
  async run(flags, terminal) {
    const store = requireExisting(readDataStore(flags, terminal))
    const { backUp } = await import('../../store/transfer/backup.ts')
    const standard = flags.to === '-'
    const manifest = await backUp({
      store: store.address,
      version: version(),
      now: createClock().now(),
      to: standard
        ? { stream: process.stdout }
        : { path: resolve(flags.to), replace: flags.replace },
    }).catch((cause: unknown) => {
      throw refusal(cause)
    })
    say(flags.json ? JSON.stringify(manifest) : told(manifest, store, flags.to), standard, terminal)
    return 0
  },
})

const refusal = (cause: unknown): unknown =>
  (cause as Error).name === 'FileExists'
    ? new CommandError(`${(cause as Error).message}; --replace writes over it.`)
    : cause

/** The standard output is the backup itself where it was asked for. */
function say(text: string, toError: boolean, { print, printError: complain }: Terminal): void {
  if (toError) complain(text)
  else print(text)
}

const told = (manifest: Manifest, store: DataStore, to: string): string =>
  [
    `Backed up ${store.shown}${to === '-' ? '' : ` to ${to}`}.`,
    '',
    formatManifest(manifest),
    '',
    `The master key is not in it. ${whereKept(store)}`,
  ].join('\n')

function whereKept(store: DataStore): string {
  if (keyBytes(store.key))
    return `It is in ${keyLocation(store)}: keep a copy, in another place than the backup.`
  return `It is not here either: ${keyLocation(store)}.`
}

/** What a backup holds, for people. */
export function formatManifest({ taken_at, version: made_by, rows, sha256 }: Manifest): string {
  return [
    formatFields([
      ['Taken at', taken_at],
      ['By version', made_by],
      ['SHA-256', sha256],
    ]),
    '',
    formatRowCounts(rows),
  ].join('\n')
}

export const formatRowCounts = (rows: Readonly<Record<string, number>>): string =>
  formatTable(
    ['TABLE', 'ROWS'],
    Object.entries(rows).filter(([, count]) => count > 0),
    'It has no rows.',
  )
