import { resolve } from 'node:path'
import { createClock } from '../../clock.ts'
import { command, type Terminal } from '../../terminal/command.ts'
import { dataStore, existing, keyBytes, keyPlace, STORE, type DataStore } from './data-store.ts'
import { Refused } from '../../terminal/errors.ts'
import { aligned, facts } from '../../terminal/text.ts'
import { version } from '../../version.ts'
import type { Manifest } from '../../store/transfer/format.ts'

/** `backup`: everything of a store in one file, while it is in use. */
export const backup = command({
  path: 'backup',
  summary: 'Write everything of a store to a file, while it is in use',
  keeps: true,
  about: [
    'Writes one consistent state, also while the registry runs and writes. The file is compressed JSON Lines, the same for every kind of store, readable by you only; its last line counts the rows and holds their SHA-256. It appears when it is complete and on disk.',
    '',
    'The master key is not in it. Without the key a restored store cannot be served, so keep both, in different places. The backup holds no secret in the clear, but names, e-mail addresses, the audit log and hashes of credentials: treat it like the store.',
  ].join('\n'),
  flags: {
    ...STORE,
    to: { value: 'FILE', says: 'Where to write it; - for the standard output', required: true },
    replace: { says: 'Replace FILE if it is there' },
    json: { says: 'Print the manifest as one JSON document' },
  },
  examples: [
    'backup --to registry.backup',
    'backup --store sqlite:/var/lib/registry.db --to /backups/registry.backup --replace --json',
  ],
  async run(flags, terminal) {
    const store = existing(dataStore(flags, terminal))
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
    ? new Refused(`${(cause as Error).message}; --replace writes over it.`)
    : cause

/** The standard output is the backup itself where it was asked for. */
function say(text: string, toError: boolean, { print, complain }: Terminal): void {
  if (toError) complain(text)
  else print(text)
}

const told = (manifest: Manifest, store: DataStore, to: string): string =>
  [
    `Backed up ${store.shown}${to === '-' ? '' : ` to ${to}`}.`,
    '',
    summary(manifest),
    '',
    `The master key is not in it. ${whereKept(store)}`,
  ].join('\n')

function whereKept(store: DataStore): string {
  if (keyBytes(store.key))
    return `It is in ${keyPlace(store)}: keep a copy, in another place than the backup.`
  return `It is not here either: ${keyPlace(store)}.`
}

/** What a backup holds, for people. */
export function summary({ taken_at, version: made_by, rows, sha256 }: Manifest): string {
  return [
    facts([
      ['Taken at', taken_at],
      ['By version', made_by],
      ['SHA-256', sha256],
    ]),
    '',
    rowsShown(rows),
  ].join('\n')
}

export const rowsShown = (rows: Readonly<Record<string, number>>): string =>
  aligned(
    ['TABLE', 'ROWS'],
    Object.entries(rows).filter(([, count]) => count > 0),
    'It has no rows.',
  )
