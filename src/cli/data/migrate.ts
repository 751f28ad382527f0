import { tableOf } from '../../store/database.ts'
import { openDatabase, openSnapshot } from '../../store/open.ts'
import { INDEXES } from '../../store/sql/schema.ts'
import type { TableName } from '../../store/tables.ts'
import type { SchemaDifferences } from '../../store/snapshot.ts'
import { command } from '../../terminal/command.ts'
import { CommandError } from '../../terminal/errors.ts'
import { STORE_FLAGS } from '../arguments/settings.ts'
import { readDataStore, requireExisting } from './data-store.ts'
import { version } from '../../version.ts'

/** `migrate`: migrates the tables to this version, before the next start. */
export const migrate = command({
  path: 'migrate',
  summary: 'Migrate the tables of a store to this version',
  maintenance: true,
  about:
    'Adds the tables, columns and indexes that this version needs, renames columns that had another name in earlier versions, and drops indexes that it no longer uses. No data is dropped or rewritten. Unless a column is renamed, the previous version keeps working, even at the same time. `serve` does the same when it starts; this command does it beforehand, or only shows the changes with --dry-run. Building an index on a large table takes time, which --dry-run estimates: PostgreSQL builds it while the previous version serves; SQLite blocks writes until the index is built.',
  flags: {
    ...STORE_FLAGS,
    'dry-run': { description: 'Show the changes without making them' },
    json: { description: 'Print one JSON document' },
  },
  examples: ['migrate --dry-run', 'migrate --store sqlite:/var/lib/registry.db'],
  async run(flags, terminal) {
    const { address, shown } = requireExisting(await readDataStore(flags, terminal))
    const { schema, builds } = await inspect(address)
    const { missingTables: tables, missingColumns: columns, missingIndexes: indexes } = schema
    const { renamedColumns: renamed, obsoleteIndexes, unknown } = schema
    if (schema.retyped.length > 0) throw new CommandError(retypedMessage(shown, schema.retyped))
    const added = { tables, columns, indexes }
    if (!flags['dry-run']) await (await openDatabase(address)).close()
    terminal.print(
      flags.json
        ? JSON.stringify({
            version: version(),
            dry_run: flags['dry-run'],
            added,
            renamed,
            dropped: { indexes: obsoleteIndexes },
            unknown,
            builds,
          })
        : formatMigration(schema, builds, { store: shown, dryRun: flags['dry-run'] }),
    )
    return 0
  },
})

const retypedMessage = (store: string, columns: readonly string[]): string =>
  `${store} has columns whose types are not those of version ${version()}: ${columns.join('; ')}; restore a backup.`

/**
 * The estimated time that it takes to add an index to an existing table, which may be empty. All other changes take no longer in a large
 * store than in a small one.
 */
interface IndexBuild {
  readonly index: string
  readonly rows: number
  readonly estimated_seconds: number
}

/** A quarter of the rate measured with SQLite and PostgreSQL on a machine with two processors. */
const INDEXED_ROWS_PER_SECOND = 250_000

async function inspect(
  address: string,
): Promise<{ schema: SchemaDifferences; builds: readonly IndexBuild[] }> {
  const snapshot = await openSnapshot(address)
  try {
    const { schema, tx } = snapshot
    const missing = INDEXES.filter(
      ({ name, table }) =>
        schema.missingIndexes.includes(name) && !schema.missingTables.includes(table),
    )
    const builds = await Promise.all(
      missing.map(async ({ name, table }) => {
        const rows = await tableOf(tx, table as TableName).count({})
        return {
          index: name,
          rows,
          estimated_seconds: Math.ceil(rows / INDEXED_ROWS_PER_SECOND),
        }
      }),
    )
    return { schema, builds }
  } finally {
    await snapshot.close()
  }
}

function formatMigration(
  {
    missingTables,
    missingColumns,
    renamedColumns,
    missingIndexes,
    obsoleteIndexes,
    unknown,
  }: SchemaDifferences,
  builds: readonly IndexBuild[],
  { store, dryRun }: { readonly store: string; readonly dryRun: boolean },
): string {
  const sizeOf = (name: string) => {
    const build = builds.find(({ index }) => index === name)
    return build && build.rows > 0
      ? ` over ${build.rows.toLocaleString('en')} ${build.rows === 1 ? 'row' : 'rows'}, which takes about ${build.estimated_seconds} s`
      : ''
  }
  const lines = [
    ...missingTables.map((name) => `  table ${name} is added`),
    ...missingColumns.map((name) => `  column ${name} is added`),
    ...renamedColumns.map(({ table, from, to }) => `  column ${table}.${from} is renamed to ${to}`),
    ...missingIndexes.map((name) => `  index ${name} is added${sizeOf(name)}`),
    ...obsoleteIndexes.map((name) => `  index ${name}, which is no longer used, is dropped`),
  ]
  return [
    ...(lines.length === 0
      ? [`${store} already has the tables of version ${version()}.`]
      : [
          dryRun
            ? `Changes that version ${version()} would make to ${store}:`
            : `Changes that version ${version()} made to ${store}:`,
          ...lines,
        ]),
    ...(unknown.length === 0
      ? []
      : ['', `Added by a later version and left unchanged: ${unknown.join(', ')}.`]),
  ].join('\n')
}
