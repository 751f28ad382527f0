import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '../../store/transfer/format.ts'
import type { VerifyReport } from '../../store/verify/verify.ts'
import { UsageError } from '../../terminal/errors.ts'
import { createClock } from '../../system.ts'
import { command } from '../../terminal/command.ts'
import { STORE_FLAGS } from '../arguments/settings.ts'
import { isPrefix, newestBackup, openBackup } from './backup-locations.ts'
import { isBucketAddress } from '../../ports/bucket.ts'
import { withDrillFolder } from './drill-folder.ts'
import { readDataStore, type DataStore } from './data-store.ts'
import { formatVerifyReport, verifyDataStore } from './verify.ts'
import { formatManifest } from './backup.ts'

/** `restore`: restores a store from a backup. */
export const restore = command({
  path: 'restore',
  summary: 'Restore a backup into an empty store',
  maintenance: true,
  about: [
    'Restores the backup completely or not at all: the number of rows and their SHA-256 are compared before the restore takes effect. Until then the store cannot be opened, so an interrupted restore is never served; run it again. Afterwards the command runs the checks of `verify` on the store.',
    '',
    'With --check the backup is restored into a temporary copy and checked with the master keys of the store, which is neither opened nor changed. Run it regularly.',
    '',
    'The store may be of a different kind than the one that was backed up. The backup does not contain the master key: put the key file next to the store, or set SVC_MASTER_KEY, before you serve it. The transparency log begins again under a new name, so that it never forks: give the witnesses the new verifier key, which /log/key returns.',
  ].join('\n'),
  flags: {
    ...STORE_FLAGS,
    from: {
      value: 'FILE',
      description:
        'The backup; - for standard input, a folder or s3://BUCKET/PREFIX/ for the newest backup in it',
      required: true,
    },
    check: { description: 'Prove that the backup can be restored, without touching the store' },
    scratch: {
      value: 'FOLDER',
      description: 'With --check: folder for the temporary copy',
      fallback: 'the temporary folder of the system',
    },
    json: { description: 'Print one JSON document' },
  },
  examples: [
    'restore --from registry.backup --store sqlite:/var/lib/registry.db',
    'restore --check --from /backups --store sqlite:/var/lib/registry.db',
    'restore --check --from s3://backups/registry/ --store sqlite:/var/lib/registry.db',
    'restore --from registry.backup --store json:copy.json --json',
  ],
  async run(flags, terminal) {
    if (flags.scratch !== undefined && !flags.check)
      throw new UsageError('--scratch is the folder of the copy that --check makes; add --check.')
    const store = await readDataStore(flags, terminal)
    const from = await backupAt(flags.from)
    const result = flags.check
      ? await drill(from, store, flags.scratch ?? tmpdir())
      : await restoreInto(from, store)
    const done = flags.check
      ? `Restored ${from} into a temporary copy, which was then deleted; ${store.shown} was not opened.`
      : `Restored ${from} into ${store.shown}.`
    terminal.print(flags.json ? JSON.stringify(result) : formatRestore(done, result))
    return result.report.sound ? 0 : 1
  },
})

interface Restored {
  readonly manifest: Manifest
  readonly report: VerifyReport
}

/** Returns the newest backup if a folder or a prefix was named. */
const backupAt = async (from: string): Promise<string> =>
  isFolder(from) ? newestBackup(from) : from

const isFolder = (from: string): boolean =>
  isBucketAddress(from)
    ? isPrefix(from)
    : from !== '-' && statSync(from, { throwIfNoEntry: false })?.isDirectory() === true

/** Restores a backup into a store, and checks everything in it with the master keys of that store. */
async function restoreInto(from: string, store: DataStore): Promise<Restored> {
  const transfer = await import('../../store/transfer/restore.ts')
  const manifest = await transfer.restore({
    from: from === '-' ? process.stdin : await openBackup(from),
    to: store.address,
    now: createClock().now(),
    random: randomBytes,
  })
  return { manifest, report: await verifyDataStore(store) }
}

/** Restores a backup into a copy that only this user can read, checks it with the master keys of the store, and deletes it. */
const drill = (from: string, store: DataStore, scratch: string): Promise<Restored> =>
  withDrillFolder(scratch, (folder) =>
    restoreInto(from, { ...store, address: `sqlite:${join(folder, 'copy.db')}` }),
  )

const formatRestore = (done: string, { manifest, report }: Restored): string =>
  [done, '', formatManifest(manifest), '', formatVerifyReport(report)].join('\n')
