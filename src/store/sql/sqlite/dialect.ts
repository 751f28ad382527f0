import type { Dialect } from '../../dialect.ts'

const pathOf = (address: string): string => address.slice(address.indexOf(':') + 1)

/** A store in one SQLite file: `sqlite:PATH`. */
export const SQLITE_DIALECT: Dialect = {
  name: 'sqlite',
  title: 'SQLite',
  system: 'sqlite',
  isShared: false,
  isPersistent: true,
  isDocument: false,
  matches: (address) => address.startsWith('sqlite:'),
  isComplete: (address) => /^sqlite:.+$/.test(address),
  path: pathOf,
  open: async (address) => (await import('./database.ts')).openSqliteStore(pathOf(address)),
  openSnapshot: async (address) =>
    (await import('./snapshot.ts')).openSqliteSnapshot(pathOf(address)),
  openLoader: async (address) => (await import('./snapshot.ts')).loadSqlite(pathOf(address)),
}
