import { expect, it } from 'vitest'
import { newDatabase } from '../postgres/database.ts'
import { runStatement } from '../postgres/server.ts'
import { client } from './client.ts'
import { runForJson, SLOW_TEST, runRegistry, startServe } from './process.ts'
import { expectOneLine } from '../commands/run-in-process.ts'

const PASSWORD = 'hunter2-of-the-database'
const KEY = { SVC_MASTER_KEY: 'ab'.repeat(32) }

/** Creates a database and returns its address with a password. */
async function secretAddress(): Promise<string> {
  const { address, create } = newDatabase()
  await create()
  return Object.assign(new URL(address), { password: PASSWORD }).href
}

it(
  'serves a PostgreSQL store alongside operator commands and a second process, and never shows the password',
  SLOW_TEST,
  async () => {
    const store = await secretAddress()
    const env = { ...KEY, SVC_STORE: store, SVC_LOG_LEVEL: 'debug' }
    const first = await startServe(store, { env })
    const { organization_id } = await runForJson<{ organization_id: string }>(
      ['org', 'create', '--name', 'Acme', '--plan', 'enterprise'],
      { env },
    )
    const { api_key: token } = await runForJson<{ api_key: string }>(
      ['api-key', 'create', '--org', organization_id],
      { env },
    )
    const second = await startServe(store, { env })
    for (const { base_url } of [first, second])
      expect(
        (await client(base_url).get(`/orgs/${organization_id}/workspaces`, token)).status,
      ).toBe(200)
    expect(second.output.stdout).not.toContain('The store was empty')
    const checked = await runRegistry(['check-config'], { env })
    const ended = [await first.stop(), await second.stop(), checked]
    for (const { code, stdout, stderr } of ended) {
      expect(code).toBe(0)
      expect(stdout + stderr).not.toContain(PASSWORD)
    }
    expect(checked.stdout).toContain('postgres://postgres:***@127.0.0.1')
    expect(checked.stdout).toMatch(
      /\nTables +works .*\nMaster key +works .*\nClock +works +the clock of the database is 0\.\d s /,
    )
  },
)

it(
  'pin show on a PostgreSQL store requires the master key that `serve` uses',
  SLOW_TEST,
  async () => {
    const store = await secretAddress()
    const env = { ...KEY, SVC_STORE: store }
    const { base_url } = await startServe(store, { env })
    const email = 'ann@example.com'
    await runForJson(['member', 'add', '--email', email, '--role', 'owner'], { env })
    const {
      body: { challenge_id },
    } = await client(base_url).post('/admin/auth/request-pin', '', { email })
    const { pin } = await runForJson<{ pin: string }>(['pin', 'show', '--email', email], { env })
    expect(
      (await client(base_url).post('/admin/auth/verify-pin', '', { email, challenge_id, pin }))
        .status,
    ).toBe(200)
    const { code, stderr } = await runRegistry(['pin', 'show', '--email', email], {
      env: { SVC_STORE: store },
    })
    expect(code).toBe(1)
    expectOneLine(stderr)
    expect(stderr).toContain('needs a master key to decrypt its secrets; set SVC_MASTER_KEY')
  },
)

it('serve requires the master key for PostgreSQL', SLOW_TEST, async () => {
  const store = await secretAddress()
  const { code, stderr } = await runRegistry(['serve', '--port', '0', '--store', store])
  expect(code).toBe(1)
  expectOneLine(stderr)
  expect(stderr).toContain(
    '--store names a PostgreSQL server, which has no key file: set SVC_MASTER_KEY, SVC_MASTER_KEY_FILE or SVC_MASTER_KEY_COMMAND, the same for every process',
  )
})

it('serve refuses a master key other than that of the store', SLOW_TEST, async () => {
  const store = await secretAddress()
  await (await startServe(store, { env: KEY })).stop()
  const { code, stderr } = await runRegistry(['serve', '--port', '0', '--store', store], {
    env: { SVC_MASTER_KEY: 'cd'.repeat(32) },
  })
  expect(code).toBe(1)
  expectOneLine(stderr)
  expect(stderr).toContain('The master key does not open this store')
})

it.each([
  [
    'a role that does not exist',
    async () => {
      const { address, create } = newDatabase()
      await create()
      return address.replace('postgres@', `nobody-here:${PASSWORD}@`)
    },
  ],
  ['no server', async () => `postgres://registry:${PASSWORD}@127.0.0.1:1/registry`],
  ['no database in the address', async () => `postgres://registry:${PASSWORD}@127.0.0.1`],
])('prints one line without the password: %s', SLOW_TEST, async (_, address) => {
  const { code, stdout, stderr } = await runRegistry(
    ['serve', '--port', '0', '--store', await address()],
    { env: KEY },
  )
  expect(code).toBe(1)
  expectOneLine(stderr)
  expect(stdout + stderr).not.toContain(PASSWORD)
})

it('the database privileges named in the manual are sufficient', SLOW_TEST, async () => {
  const { address, create } = newDatabase()
  await create()
  const role = `registry_${process.pid}`
  await runStatement(address, `create role ${role} login`)
  await runStatement(address, 'drop schema public cascade')
  await runStatement(address, `create schema public authorization ${role}`)
  const store = address.replace('postgres@', `${role}@`)
  const { stop } = await startServe(store, { env: KEY })
  expect((await stop()).code).toBe(0)
  await runStatement(address, `drop owned by ${role}`)
  await runStatement(address, `drop role ${role}`)
})
