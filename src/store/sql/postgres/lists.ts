import { sql, type RawBuilder } from 'kysely'
import type { Change, Key, ReadTable, Table } from '../../database.ts'
import type { Column, StoredRow } from '../../tables.ts'
import { Statements, type Fields, type Statement } from '../statements.ts'
import { unpackerOf, type Execute } from '../table.ts'

/** PostgreSQL's array type for each kind of column. */
export const ARRAYS: Readonly<Record<Column, string>> = {
  text: 'text[]',
  json: 'text[]',
  integer: 'bigint[]',
  boolean: 'smallint[]',
}

/** The statements of a table whose key has one field. A list is bound as one value, so that one statement handles any number of rows. */
export class ListStatements extends Statements {
  get keyField(): string {
    return this.shape.key[0]!
  }

  getMany(keys: readonly Key<StoredRow>[], skipLocked: boolean, columns: Fields): Statement {
    const text = this.cachedText(`get many ${skipLocked} ${this.formOf(columns)}`, () => {
      const query = this.locked(
        this.select(columns)
          .where(sql<boolean>`${sql.ref(this.keyField)} = any(${0})`)
          .orderBy(this.keyField),
      )
      return skipLocked && this.locking ? query.skipLocked() : query
    })
    return { text, values: [keys.map((key) => key[this.keyField])] }
  }

  updateMany(batch: readonly Change<StoredRow>[], changed: Fields): Statement {
    const { keyField } = this
    const text = this.cachedText(`update many ${changed.join()}`, () => {
      const changes = changed.map((field) => sql`${sql.ref(field)} = ${sql.ref(`given.${field}`)}`)
      const update = sql`update ${sql.table(this.name)} set ${sql.join(changes)} from ${this.#valueLists([...changed, keyField])} where ${sql.ref(`${this.name}.${keyField}`)} = ${sql.ref(`given.${keyField}`)}`
      return { compile: () => update.compile(this.db) }
    })
    const columns = changed.map((field) =>
      batch.map(({ changes }) => this.pack(field, changes[field])),
    )
    return { text, values: [...columns, batch.map(({ key }) => key[keyField])] }
  }

  /** Returns a row source that is made from one list per field. */
  #valueLists(fields: Fields): RawBuilder<unknown> {
    const lists = fields.map((field) => sql`${0}::${sql.raw(ARRAYS[this.shape.columns[field]!])}`)
    return sql`unnest(${sql.join(lists)}) as given (${sql.join(fields.map((field) => sql.ref(field)))})`
  }
}

/** Returns the methods of a table that take a list of rows. */
export function listMethods(
  statements: ListStatements,
  execute: Execute,
): Pick<ReadTable<StoredRow>, 'getMany'> & Pick<Table<StoredRow>, 'updateMany'> {
  const unpack = unpackerOf(statements.shape)
  const { keyField, fields } = statements
  return {
    async getMany(keys, { skipLocked = false, columns = fields } = {}) {
      if (keys.length === 0) return []
      const rows = await execute(statements.getMany(keys, skipLocked, columns))
      const byKey = new Map(rows.map((row) => [row[keyField], unpack(row)]))
      return keys.map((key) => byKey.get(key[keyField]))
    },
    async updateMany(batch) {
      const changed = Object.keys(batch[0]?.changes ?? {})
      if (changed.length > 0) await execute(statements.updateMany(batch, changed))
    },
  }
}
