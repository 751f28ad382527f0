import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { serverClock, type ServerClock } from '../../../src/system.ts'
import { hashToken } from '../../../src/domain/tokens.ts'
import { plus, type Timestamp } from '../../../src/domain/time.ts'
import type { Database } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { createStore } from '../../../src/store/store.ts'
import { callContext } from '../../kit/context.ts'
import { HOUR, MINUTE } from '../../kit/time.ts'
import { newDatabase, LONG_TIMEOUTS } from '../../postgres/database.ts'
import { runStatement } from '../../postgres/server.ts'
import { onCleanup, runCleanups } from '../stores.ts'
import { MASTER_KEYS } from '../world.ts'

afterEach(() => {
  vi.restoreAllMocks()
})
afterEach(runCleanups)

/** Creates a database whose server has a time that the test sets. */
async function onServer() {
  const { address, create } = newDatabase()
  await create()
  await runStatement(address, 'create table server_clock (ahead interval not null)')
  await runStatement(address, `insert into server_clock values ('0')`)
  await runStatement(
    address,
    `create function clock_timestamp() returns timestamptz language sql volatile as 'select pg_catalog.clock_timestamp() + (select ahead from public.server_clock)'`,
  )
  const ours = Object.assign(new URL(address), {
    search: '?options=-c%20search_path%3Dpublic%2Cpg_catalog',
  }).href
  const open = async (settings = {}): Promise<Database> => {
    const database = await openDatabase(ours, { ...LONG_TIMEOUTS, clock: 'server', ...settings })
    onCleanup(() => database.close())
    return database
  }
  const moment = (database: Database): Promise<Timestamp> =>
    database.transact(async (_, now) => now!)
  return {
    open,
    moment,
    setAhead: (interval: string) =>
      runStatement(address, `update server_clock set ahead = '${interval}'`),
  }
}

/** Returns the store, the clock and the call contexts of a process whose own clock is off by this many milliseconds. */
const processOn = (database: Database, off_ms: number) => {
  const now = () => plus(new Date().toISOString(), off_ms)
  return {
    store: createStore(database),
    now,
    context: () => callContext({ now: now(), actor: { type: 'api_key', id: 'key_1', ip: null } }),
  }
}

async function tenantOf({ store, context }: ReturnType<typeof processOn>) {
  const signer = await store.loadSigner(context(), { master_keys: MASTER_KEYS })
  const { organization_id } = await store.createOrganization(context(), {
    name: 'x',
    plan: 'enterprise',
  })
  const reach = { organizations: [organization_id], workspace_id: null }
  const made = await store.createWorkspace(context(), { reach, organization_id, name: 'x', signer })
  if (made.kind !== 'created') throw new Error(made.kind)
  await store.registerAgent(context(), {
    svc_id: 'a',
    organization_id,
    name: 'a',
    version: '1',
    public_key: '',
    manifest_hash: '',
    key_sound: true,
    proven: false,
    private: false,
    details: {},
  })
  const { workspace_id } = made.workspace
  return { reach, workspace_id, agent_id: 'a' }
}

async function newInstallToken(
  tenant: Awaited<ReturnType<typeof tenantOf>>,
  { store, context }: ReturnType<typeof processOn>,
) {
  const created = await store.createInstallToken(context(), { ...tenant, expiry_minutes: 15 })
  if (created.kind !== 'created') throw new Error(created.kind)
  return { token_hash: hashToken(created.token), body_hash: '', details: {} }
}

it('I-30: processes whose clocks are an hour off agree on install tokens, replays, leases and the expiry of runtime tokens', async () => {
  const { open, setAhead } = await onServer()
  const [behind, ahead] = [processOn(await open(), -HOUR), processOn(await open(), HOUR)]
  const tenant = await tenantOf(behind)
  const token = await newInstallToken(tenant, behind)
  const first = await ahead.store.bootstrapInstallation(ahead.context(), token)
  if (first.kind !== 'first') throw new Error(first.kind)
  expect((await behind.store.bootstrapInstallation(behind.context(), token)).kind).toBe('replayed')

  const hash = hashToken(first.issued.runtime_token)
  const lease = {
    installation_id: first.installation.installation_id,
    token_hash: hash,
    heartbeat: {},
    jitter: 0,
  }
  const [early, late] = [
    await behind.store.renewLease(behind.context(), lease),
    await ahead.store.renewLease(ahead.context(), lease),
  ]
  if (early.kind !== 'renewed' || late.kind !== 'renewed') throw new Error('refused')
  expect(Date.parse(late.lease_expires_at) - Date.parse(early.lease_expires_at)).toBeLessThan(
    MINUTE,
  )
  expect(await ahead.store.expireLeases(ahead.context(), {})).toEqual({ expired: 0, held: 0 })

  await setAhead('61 seconds')
  expect((await behind.store.bootstrapInstallation(behind.context(), token)).kind).toBe('consumed')
  await setAhead('90 days 1 minute')
  expect(await behind.store.findRuntimeToken({ hash, now: behind.now() })).toBeUndefined()
  expect((await behind.store.renewLease(behind.context(), lease)).kind).toBe('invalid_token')
})

it('I-30: processes whose clocks are an hour off agree on how long a revoked installation receives `terminate`', async () => {
  const { open, setAhead } = await onServer()
  const [behind, ahead] = [processOn(await open(), -HOUR), processOn(await open(), HOUR)]
  const tenant = await tenantOf(behind)
  const token = await newInstallToken(tenant, behind)
  const first = await behind.store.bootstrapInstallation(behind.context(), token)
  if (first.kind !== 'first') throw new Error(first.kind)
  const { installation_id } = first.installation
  const token_hash = hashToken(first.issued.runtime_token)
  const lease = { installation_id, token_hash, heartbeat: {}, jitter: 0 }
  const renewals = async () => [
    await behind.store.renewLease(behind.context(), lease),
    await ahead.store.renewLease(ahead.context(), lease),
  ]
  const revoked = { ...tenant, installation_id, shutdown_timeout_ms: MINUTE }
  await behind.store.revokeInstallation(behind.context(), revoked)
  const terminate = { kind: 'renewed', command: { type: 'terminate' } }
  expect(await renewals()).toMatchObject([terminate, terminate])
  await setAhead('61 seconds')
  const refused = { kind: 'refused', lifecycle: 'revoked' }
  expect(await renewals()).toEqual([refused, refused])
})

it('I-05: no process accepts an install token that has expired by the clock of the server, even if its own clock is behind', async () => {
  const { open, setAhead } = await onServer()
  const behind = processOn(await open(), -HOUR)
  const tenant = await tenantOf(behind)
  const token = await newInstallToken(tenant, behind)
  await setAhead('15 minutes')
  expect((await behind.store.bootstrapInstallation(behind.context(), token)).kind).toBe('expired')
})

it('reads the server’s time in the same message as `begin`, without a separate query', async () => {
  const { open } = await onServer()
  const database = await open()
  await database.read((tx) => tx.organizations.count({}))
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  await database.read((tx) => tx.organizations.count({}))
  expect(queries).toHaveBeenCalledTimes(3)
})

it('the server’s time never goes back for a process: it stands still until the server has caught up', async () => {
  const { open, moment, setAhead } = await onServer()
  const database = await open()
  await setAhead('1 hour')
  const latest = await moment(database)
  await setAhead('0')
  expect(await moment(database)).toBe(latest)
  await setAhead('2 hours')
  expect(Date.parse(await moment(database)) - Date.parse(latest)).toBeGreaterThan(HOUR - MINUTE)
})

/** Expects the clock to differ from the server's time by no more than the duration of the query. */
async function expectNear(clock: ServerClock, ask: () => Promise<number>): Promise<void> {
  const began = performance.now()
  const at = await ask()
  const estimate = clock.now_ms()
  // Both times are rounded to milliseconds.
  expect(Math.abs(estimate - at)).toBeLessThanOrEqual(performance.now() - began + 2)
}

it('outside of transactions a process estimates the server’s time to within the duration of a response', async () => {
  const { open, moment, setAhead } = await onServer()
  const clock = serverClock()
  const database = await open({ onTime: clock.observe })
  for (const ahead of ['0', '-10 years', '1 hour', '1 hour 5 minutes']) {
    await setAhead(ahead)
    const freshClock = serverClock()
    const fresh = await open({ onTime: freshClock.observe })
    await expectNear(freshClock, () => fresh.transact(async (_, now) => Date.parse(now!)))
  }
  await expectNear(clock, async () => Date.parse(await moment(database)))
})
