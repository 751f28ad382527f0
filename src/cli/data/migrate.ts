import { openDatabase, openSnapshot } from '../../store/open.ts'
import type { SchemaFacts } from '../../store/snapshot.ts'
import { command } from '../../terminal/command.ts'
import { readDataStore, requireExisting, STORE_FLAGS } from './data-store.ts'
import { version } from '../../version.ts'

/** `migrate`: the tables of this version, now rather than at the next start. */
export const migrate = command({
  path: 'migrate',
  summary: 'Bring the tables of a store to this version',
  maintenance: true,
  about:
    'Adds tables, columns and indexes that this version needs. Nothing is dropped or rewritten, so the version before goes on working, also at the same time. `serve` does the same when it starts; here it can be done before, and looked at with --dry-run.',
  flags: {
    ...STORE_FLAGS,
    'dry-run': { description: 'Only say what would be added' },
    json: { description: 'Print one JSON document' },
  },
  examples: ['migrate --dry-run', 'migrate --store sqlite:/var/lib/registry.db'],
  async run(flags, terminal) {
    const { address, shown } = requireExisting(readDataStore(flags, terminal))
    const schema = await schemaOf(address)
    const { tables, columns, indexes, unknown } = schema
    const added = { tables, columns, indexes }
    if (!flags['dry-run']) await expand(address)
    terminal.print(
      flags.json
        ? JSON.stringify({ version: version(), dry_run: flags['dry-run'], added, unknown })
        : told(schema, shown, flags['dry-run']),
    )
    return 0
  },
})

async function schemaOf(address: string): Promise<SchemaFacts> {
  const snapshot = await openSnapshot(address)
  await snapshot.close()
  return snapshot.schema
}

/** To open a store is to expand it; a document is written whole, with all fields, as with any change. */
async function expand(address: string): Promise<void> {
  const database = await openDatabase(address)
  try {
    if (address.startsWith('json:'))
      await database.transact(async (tx) => {
        const [fact] = await tx.platform_facts.find({ limit: 1 })
        if (fact) await tx.platform_facts.put(fact)
      })
  } finally {
    await database.close()
  }
}

function told(
  { tables, columns, indexes, unknown }: SchemaFacts,
  shown: string,
  dryRun: boolean,
): string {
  const [has, gets] = dryRun ? ['lacks', 'would be added'] : ['has', 'added']
  const lines = [
    ['table', tables],
    ['column', columns],
    ['index', indexes],
  ].flatMap(([kind, names]) =>
    (names as readonly string[]).map((name) => `  ${String(kind)} ${name}`),
  )
  return [
    ...(lines.length === 0
      ? [`${shown} has the tables of version ${version()} already.`]
      : [`${shown} ${has} what version ${version()} needs; ${gets}:`, ...lines]),
    ...(unknown.length === 0
      ? []
      : ['', `A later version has added ${unknown.join(', ')}; they are left as they are.`]),
  ].join('\n')
}
