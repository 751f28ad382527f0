import { createClock } from '../../system.ts'
import { command } from '../../terminal/command.ts'
import { readDataStore, STORE_FLAGS } from './data-store.ts'
import { formatVerifyReport, verifyDataStore } from './verify.ts'
import { formatManifest } from './backup.ts'

/** `restore`: restores a store from a backup. */
export const restore = command({
  path: 'restore',
  summary: 'Fill an empty store with a backup',
  maintenance: true,
  about: [
    'Restores all of it or nothing: rows are counted and their SHA-256 is compared before the restore takes effect. Until then nobody can open the store, so an interrupted restore is never served; run it again. Afterwards the store is checked as `verify` does.',
    '',
    'The store may be of another kind than the one that was backed up. Its master key is not in the backup: put the key file beside the store, or set SVC_MASTER_KEY, before you serve it.',
  ].join('\n'),
  flags: {
    ...STORE_FLAGS,
    from: { value: 'FILE', description: 'The backup; - for the standard input', required: true },
    json: { description: 'Print one JSON document' },
  },
  examples: [
    'restore --from registry.backup --store sqlite:/var/lib/registry.db',
    'restore --from registry.backup --store json:copy.json --json',
  ],
  async run(flags, terminal) {
    const store = readDataStore(flags, terminal)
    const transfer = await import('../../store/transfer/restore.ts')
    const manifest = await transfer.restore({
      from: flags.from === '-' ? process.stdin : flags.from,
      to: store.address,
      now: createClock().now(),
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
