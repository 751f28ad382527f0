import { randomBytes } from 'node:crypto'
import { createClock } from '../../system.ts'
import { command } from '../../terminal/command.ts'
import { STORE_FLAGS } from '../arguments/settings.ts'
import { readDataStore } from './data-store.ts'
import { formatVerifyReport, verifyDataStore } from './verify.ts'
import { formatManifest } from './backup.ts'

/** `restore`: restores a store from a backup. */
export const restore = command({
  path: 'restore',
  summary: 'Restore a backup into an empty store',
  maintenance: true,
  about: [
    'Restores the backup completely or not at all: the number of rows and their SHA-256 are compared before the restore takes effect. Until then the store cannot be opened, so an interrupted restore is never served; run it again. Afterwards the store is checked like `verify`.',
    '',
    'The store may be of a different kind than the one that was backed up. The backup does not contain the master key: put the key file next to the store, or set SVC_MASTER_KEY, before you serve it. The transparency log begins again under a new name, so that it never forks: give witnesses the new line of /log/key.',
  ].join('\n'),
  flags: {
    ...STORE_FLAGS,
    from: { value: 'FILE', description: 'The backup; - for standard input', required: true },
    json: { description: 'Print one JSON document' },
  },
  examples: [
    'restore --from registry.backup --store sqlite:/var/lib/registry.db',
    'restore --from registry.backup --store json:copy.json --json',
  ],
  async run(flags, terminal) {
    const store = await readDataStore(flags, terminal)
    const transfer = await import('../../store/transfer/restore.ts')
    const manifest = await transfer.restore({
      from: flags.from === '-' ? process.stdin : flags.from,
      to: store.address,
      now: createClock().now(),
      random: randomBytes,
    })
    const report = await verifyDataStore(store)
    terminal.print(
      flags.json
        ? JSON.stringify({ manifest, report })
        : [
            `Restored ${flags.from} into ${store.shown}.`,
            '',
            formatManifest(manifest),
            '',
            formatVerifyReport(report),
          ].join('\n'),
    )
    return report.sound ? 0 : 1
  },
})
