import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { Turn } from '../../src/contract/typed.ts'
import { admit } from '../../src/auth/gates.ts'
import { OrganizationQueue } from '../../src/auth/organization-queue.ts'
import { INSTALLATION, KEY, organization, requester } from './requesters.ts'
import { ORGANIZATION_CONCURRENCY } from '../../src/domain/limits.ts'

it('runs a limited number of requests from an organization at once, and the others in the order of their arrival', async () => {
  const queue = new OrganizationQueue({ running: 2, waiting: 3 })
  const order: number[] = []
  const turns: Turn[] = [
    queue.acquire(organization('a'), KEY) as Turn,
    queue.acquire(organization('a'), KEY) as Turn,
  ]
  const waiting = [1, 2, 3].map(async (number) => {
    const turn = (await queue.acquire(organization('a'), requester(`key ${number}`)))!
    order.push(number)
    turn.end()
  })
  expect(queue.loadOf('a')).toEqual({ running: 2, waiting: 3 })
  expect(queue.acquire(organization('a'), KEY)).toBeUndefined()
  turns[0]!.end()
  turns[0]!.end()
  await Promise.all(waiting)
  turns[1]!.end()
  await setImmediate()
  await setImmediate()
  expect(order).toEqual([1, 2, 3])
  expect(queue.loadOf('a')).toEqual({ running: 0, waiting: 0 })
})

it('frees a slot in the next iteration of the event loop, so that requests that end at once do not monopolize it', async () => {
  const queue = new OrganizationQueue({ running: 1, waiting: 10 })
  ;(queue.acquire(organization('a'), KEY) as Turn).end()
  expect(queue.loadOf('a')).toEqual({ running: 1, waiting: 0 })
  await setImmediate()
  expect(queue.loadOf('a')).toEqual({ running: 0, waiting: 0 })
})

it('T-09: many requests from one organization do not delay those from another', () => {
  const queue = new OrganizationQueue({ running: 8, waiting: 256 })
  for (let request = 0; request < 64; request += 1) void queue.acquire(organization('a'), KEY)
  expect(queue.loadOf('a')).toEqual({ running: 8, waiting: 56 })
  const other = Array.from({ length: 8 }, () => queue.acquire(organization('b'), KEY))
  expect(other.filter((turn) => turn instanceof Promise)).toEqual([])
})

it('T-09: gives an organization with more than twice as many requests as slots half of its slots while another one has requests in progress', async () => {
  const clock = { ms: 0 }
  const timers: (() => void)[] = []
  const queue = new OrganizationQueue(
    { running: 4, waiting: 256 },
    { now: () => clock.ms, idle: () => 0, wait: (_, callback) => void timers.push(callback) },
  )
  const turns: Turn[] = []
  for (let request = 0; request < 16; request += 1)
    void Promise.resolve(queue.acquire(organization('a'), KEY)).then((turn) => turns.push(turn!))
  const other = queue.acquire(organization('b'), KEY) as Turn
  const endAll = async () => {
    await setImmediate()
    for (const turn of turns.splice(0)) turn.end()
    await setImmediate()
    clock.ms += 10
    for (const timer of timers.splice(0)) timer()
    await setImmediate()
  }
  await endAll()
  expect(queue.loadOf('a')).toEqual({ running: 2, waiting: 10 })
  other.end()
  await endAll()
  expect(queue.loadOf('a')).toEqual({ running: 4, waiting: 6 })
})

it('eventually grants every request a slot, in the order of arrival, even while another organization is present', async () => {
  const queue = new OrganizationQueue({ running: 4, waiting: 256 })
  const order: number[] = []
  void queue.acquire(organization('b'), KEY)
  const requests = Array.from({ length: 40 }, async (_, number) => {
    const turn = (await queue.acquire(organization('a'), KEY))!
    order.push(number)
    await setImmediate()
    turn.end()
  })
  await Promise.all(requests)
  expect(order).toEqual(Array.from({ length: 40 }, (_, number) => number))
})

it('T-09: gives installations at most half of the slots and of the places in the queue of their organization', () => {
  const queue = new OrganizationQueue(ORGANIZATION_CONCURRENCY)
  const admitMany = (kind: string): unknown[] => {
    const admitted = Array.from({ length: 400 }, (_, at) => {
      const ids = { installation_id: `installation ${at}`, key_id: `key ${at}` }
      const caller = { kind, organization_id: 'a', plan: 'free', ...ids }
      return admit(queue)(
        { id: 'verifyTrust' } as never,
        caller as never,
        { path_values: {} } as never,
        0,
      )
    })
    return [
      admitted.filter((each) => each && 'run' in each).length,
      admitted.filter((each) => each instanceof Promise).length,
    ]
  }
  expect(admitMany('runtime_token')).toEqual([4, 128])
  expect(admitMany('api_key')).toEqual([4, 128])
  expect(queue.loadOf('a')).toEqual({ running: 8, waiting: 256 })
})

it('runs a request from a key before earlier ones from installations that have their half of the slots, and otherwise in the order of arrival', async () => {
  const queue = new OrganizationQueue({ running: 2, waiting: 8 })
  const order: string[] = []
  const first = [
    queue.acquire(organization('a'), INSTALLATION) as Turn,
    queue.acquire(organization('a'), KEY) as Turn,
  ]
  const waiting = ['installation 1', 'key 1', 'installation 2', 'key 2'].map(async (name) => {
    const turn = (await queue.acquire(
      organization('a'),
      name.startsWith('installation') ? INSTALLATION : KEY,
    ))!
    order.push(name)
    return turn
  })
  first[1]!.end()
  await setImmediate()
  await setImmediate()
  expect(order).toEqual(['key 1'])
  first[0]!.end()
  for (const request of [waiting[1]!, waiting[0]!]) {
    ;(await request).end()
    await setImmediate()
    await setImmediate()
  }
  expect(order).toEqual(['key 1', 'installation 1', 'key 2', 'installation 2'])
})

it('gives a credential at most as many places in the queue as it leaves free', () => {
  const queue = new OrganizationQueue({ running: 1, waiting: 8 })
  void queue.acquire(organization('a'), KEY)
  const waiting = (credential: string) =>
    Array.from({ length: 9 }, () => queue.acquire(organization('a'), requester(credential))).filter(
      (turn) => turn instanceof Promise,
    ).length
  expect(['weak', 'other', 'owner', 'fourth'].map(waiting)).toEqual([4, 2, 1, 1])
  expect(waiting('fifth')).toBe(0)
})

it('starts requests with different credentials in rotation, so that a credential with many requests does not delay the others', async () => {
  const queue = new OrganizationQueue({ running: 1, waiting: 256 })
  const running = queue.acquire(organization('a'), KEY) as Turn
  const order: string[] = []
  const requests = ['weak', 'weak', 'weak', 'weak', 'owner', 'owner'].map(async (credential) => {
    const turn = (await queue.acquire(organization('a'), requester(credential)))!
    order.push(credential)
    turn.end()
  })
  running.end()
  await Promise.all(requests)
  expect(order).toEqual(['weak', 'owner', 'weak', 'owner', 'weak', 'weak'])
})

describe('the gate', () => {
  const gateOf = (slots: number, waiting = 0) => {
    const queue = new OrganizationQueue({ running: slots, waiting })
    const admitOne = (caller: object | null, id = 'listTasks', ip = '192.0.2.1', bytes = 0) =>
      admit(queue)({ id } as never, caller as never, { ip, path_values: {} } as never, bytes)
    return { queue, admitOne }
  }

  it('T-09: limits requests without a credential by address, which has eight times the slots and places of an organization', async () => {
    const { admitOne } = gateOf(1, 2)
    const from = (ip: string) => admitOne(null, 'listPlatformKeys', ip)
    for (let running = 0; running < 8; running += 1)
      expect(from('2001:db8::1')).toHaveProperty('run')
    for (let waiting = 0; waiting < 8; waiting += 1)
      expect(from('2001:db8::2')).toBeInstanceOf(Promise)
    expect(from('2001:db8::3')).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await from('2001:db8:0:1::1')).toHaveProperty('run')
  })

  const personOf =
    ({ admitOne }: ReturnType<typeof gateOf>) =>
    (email: string) =>
      admitOne({ kind: 'session', email, memberships: [], reach: { organizations: [] } })

  it('gives each person who belongs to no organization a share', async () => {
    const person = personOf(gateOf(1, 1))
    for (let running = 0; running < 8; running += 1)
      expect(person('ada@example.com')).toHaveProperty('run')
    for (let waiting = 0; waiting < 4; waiting += 1)
      expect(person('ada@example.com')).toBeInstanceOf(Promise)
    expect(person('ada@example.com')).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await person('bob@example.com')).toHaveProperty('run')
  })

  it('T-09: gives a person of several organizations a share for requests whose path names none of them', () => {
    const gate = gateOf(1)
    const acquired = vi.spyOn(gate.queue, 'acquire')
    const request = (organizations: string[], org_id?: string) =>
      admit(gate.queue)(
        { id: 'listTasks' } as never,
        {
          kind: 'session',
          email: 'ada@example.com',
          memberships: organizations.map((organization_id) => ({ organization_id })),
          reach: { organizations },
        } as never,
        { ip: '192.0.2.1', path_values: org_id === undefined ? {} : { org_id } } as never,
        0,
      )
    void request(['a', 'b'])
    void request(['a', 'b'], 'b')
    void request(['a'])
    expect(acquired.mock.calls.map(([{ id }]) => id)).toEqual(['ada@example.com', 'b', 'a'])
  })

  it('treats people who belong to no organization like network addresses, because anyone can use many e-mail addresses', () => {
    const gate = gateOf(1)
    const acquired = vi.spyOn(gate.queue, 'acquire')
    void personOf(gate)('ada@example.com')
    void gate.admitOne({ kind: 'api_key', organization_id: 'a', plan: 'free' })
    expect(acquired.mock.calls.map(([owner]) => owner)).toEqual([
      { id: 'ada@example.com', isOrganization: false },
      { id: 'a', isOrganization: true },
    ])
  })

  it('lets heartbeats of up to 4 KiB pass without a turn', () => {
    const { queue, admitOne } = gateOf(0)
    const installation = { kind: 'runtime_token', organization_id: 'a', plan: 'free' }
    expect(admitOne(installation, 'renewLease', '192.0.2.1', 4096)).toBeUndefined()
    expect(queue.loadOf('a')).toEqual({ running: 0, waiting: 0 })
    expect(admitOne(installation, 'renewLease', '192.0.2.1', 4097)).toMatchObject({
      code: 'RATE_LIMITED',
    })
  })
})

it('refuses a request with 429 and Retry-After if the queue of its organization is full', () => {
  const queue = new OrganizationQueue({ running: 1, waiting: 0 })
  const caller = { kind: 'api_key', organization_id: 'a', plan: 'free' }
  const admitOne = () =>
    admit(queue)({ id: 'listTasks' } as never, caller as never, { path_values: {} } as never, 0)
  expect(admitOne()).toHaveProperty('run')
  expect(admitOne()).toMatchObject({
    code: 'RATE_LIMITED',
    details: { headers: { 'Retry-After': '1' } },
  })
})
