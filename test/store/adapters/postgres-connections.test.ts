import { expect, it } from 'vitest'
import { readTarget } from '../../../src/store/sql/postgres/address.ts'
import { Servers } from '../../../src/store/sql/postgres/servers.ts'

it('a connection to PostgreSQL that fails before the pool listens to it does not end the process', () => {
  const target = readTarget('postgres://postgres@127.0.0.1:1/registry')
  const servers = new Servers(target, { wait_ms: 1000, onPrimary: () => undefined })
  const connection = new (servers.clientClass())()
  expect(connection.emit('error', new Error('reset'))).toBe(true)
})
