import { randomBytes } from 'node:crypto'
import { createClock } from '../../system.ts'
import { command } from '../../terminal/command.ts'
import { CONFIG_FLAG } from '../arguments/settings.ts'
import { readDataStore, requireExisting } from './data-store.ts'
import { formatRowCounts } from './backup.ts'
import { formatVerifyReport, verifyDataStore } from './verify.ts'

/** `copy`: copies a store into another, of any kind. */
export const copy = command({
  path: 'copy',
  summary: 'Copy a store into an empty one, which may be of another kind',
  maintenance: true,
  about:
    'Copies a consistent state, completely or not at all, and then runs the checks of `verify` on the copy. The copy does not contain what is written to the first store afterwards: to move a registry, stop it first. Tokens and keys stay valid. The master key is not copied: put the key file next to the new store, or set SVC_MASTER_KEY. The transparency log begins again under a new name, because the first store could be served again: give the witnesses the new verifier key, which /log/key returns.',
  flags: {
    ...CONFIG_FLAG,
    from: { value: 'ADDRESS', description: 'The store to read', required: true },
    to: { value: 'ADDRESS', description: 'The empty store to fill', required: true },
    json: { description: 'Print one JSON document' },
  },
  examples: [
    'copy --from json:registry.json --to sqlite:/var/lib/registry.db',
    'copy --from sqlite:registry.db --to postgres://registry@db.internal/registry',
  ],
  async run({ from, to, config, json }, terminal) {
    const [source, target] = [
      requireExisting(await readDataStore({ store: from, config }, terminal)),
      await readDataStore({ store: to, config }, terminal),
    ]
    const { copyStore } = await import('../../store/transfer/restore.ts')
    const { rows } = await copyStore({
      from: source.address,
      to: target.address,
      now: createClock().now(),
      random: randomBytes,
    })
    const report = await verifyDataStore(target)
    terminal.print(
      json
        ? JSON.stringify({ rows, report })
        : [
            `Copied ${source.shown} into ${target.shown}.`,
            '',
            formatRowCounts(rows),
            '',
            formatVerifyReport(report),
          ].join('\n'),
    )
    return report.sound ? 0 : 1
  },
})
