import { expect, it } from 'vitest'
import { dialectOf, shownStore } from '../../src/store/dialects.ts'
import { readTarget } from '../../src/store/sql/postgres/address.ts'

it.each([
  ['postgres://registry@db.internal/registry', true],
  ['postgresql://db.internal:5432/registry', true],
  ['postgres://registry@db1,db2:5433/registry?target_session_attrs=read-write', true],
  ['postgres:///registry', true],
  ['postgres://registry@%2Frun%2Fpostgresql/registry', true],
  ['postgres://registry@db.internal', false],
  ['postgres://registry@db.internal/', false],
  ['postgres://registry@db1,,db2/registry', false],
  ['postgres://registry@db1,/registry', false],
  ['postgres://registry@db1,db2:54x/registry', false],
  ['postgres://registry:secret/registry', false],
  ['postgres://u:sec@ret@db/registry', true],
  [' postgres://registry@db1,db2/registry\n', true],
])('whether %s is a complete address of a database: %s', (address, names) => {
  expect(dialectOf(address).isComplete(address)).toBe(names)
})

it.each([
  ['postgres://u:secret@db/registry?password=secret', 'postgres://u:***@db/registry'],
  [
    'postgres://u:secret@db1:1,db2:2/registry?password=secret',
    'postgres://u:***@db1:1,db2:2/registry',
  ],
  ['postgres://u@db1,db2/registry', 'postgres://u@db1,db2/registry'],
  ['postgres://db1,db2/registry', 'postgres://db1,db2/registry'],
  ['postgres://u:sec#ret@db1,db2/registry', 'postgres://***'],
  ['postgres://u:1/secret@db/registry', 'postgres://***'],
  ['postgres://u:1?secret@db/registry', 'postgres://***'],
  ['postgres://u:sec@ret@db/registry', 'postgres://u:***@db/registry'],
  ['postgres://registry:secret/registry', 'postgres://***'],
  ['postgres://db1,u:secret/registry', 'postgres://***'],
])(
  'an address is shown without its password, or not at all if its parts cannot be told apart: %s',
  (address, shown) => {
    expect(shownStore(address)).toBe(shown)
  },
)

it.each([
  ['postgres://u:p@db/registry?sslmode=require', ['postgres://u:p@db/registry?sslmode=require']],
  [
    'postgres://u:p@db1:1,db2/registry?sslmode=require&target_session_attrs=primary',
    [
      'postgres://u:p@db1:1/registry?sslmode=require',
      'postgres://u:p@db2/registry?sslmode=require',
    ],
  ],
  [
    'postgres://db1,db2,db3/registry',
    ['postgres://db1/registry', 'postgres://db2/registry', 'postgres://db3/registry'],
  ],
  [
    'postgres://[::1]:1,[::2]/registry',
    ['postgres://[::1]:1/registry', 'postgres://[::2]/registry'],
  ],
  ['postgres://db/registry?target_session_attrs=read-write', ['postgres://db/registry']],
  [
    'postgres://u:a%3Fb@db/registry?application_name=a?b',
    ['postgres://u:a%3Fb@db/registry?application_name=a%3Fb'],
  ],
  [
    'postgres://u:sec@ret@db1,db2/registry',
    ['postgres://u:sec%40ret@db1/registry', 'postgres://u:sec%40ret@db2/registry'],
  ],
])(
  'each server of an address has an address of its own, in the same order: %s',
  (address, servers) => {
    expect(readTarget(address).servers.map((server) => server.address)).toEqual(servers)
  },
)

it.each(['any', 'standby', 'read-only', 'prefer-standby'])(
  'an address that requests a server other than the writable one is refused: %s',
  (wanted) => {
    expect(() => readTarget(`postgres://db1,db2/registry?target_session_attrs=${wanted}`)).toThrow(
      `target_session_attrs is ${wanted}, but a registry needs a writable server: use read-write or primary, or leave it out.`,
    )
  },
)

it('an address whose PgBouncer parameter is neither true nor false is refused', () => {
  expect(readTarget('postgres://db/registry?pgbouncer=true').isPooled).toBe(true)
  expect(readTarget('postgres://db/registry?pgbouncer=false').isPooled).toBe(false)
  expect(() => readTarget('postgres://db/registry?pgbouncer=1')).toThrow(
    'pgbouncer is 1 in the address of the store: use true or false.',
  )
})

it.each(['ssl_mode=verify-full', 'SSLMODE=verify-full', 'sslmode=require&schema=registry'])(
  'an address with an unknown parameter is refused, because a misspelt sslmode would encrypt nothing: %s',
  (query) => {
    expect(() => readTarget(`postgres://db/registry?${query}`)).toThrow(
      /^(ssl_mode|SSLMODE|schema) in the address of the store is not a parameter of PostgreSQL/,
    )
  },
)
