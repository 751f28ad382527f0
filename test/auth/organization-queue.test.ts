import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { admit } from '../../src/auth/gates.ts'
import { createOrganizationQueue, type Release } from '../../src/auth/organization-queue.ts'

it('runs a limited number of requests of an organization at once, and the others in the order of their arrival', async () => {
  const queue = createOrganizationQueue(2, 3)
  const order: number[] = []
  const releases: Release[] = [queue.acquire('a') as Release, queue.acquire('a') as Release]
  const waiting = [1, 2, 3].map(async (number) => {
    const release = await queue.acquire('a')!
    order.push(number)
    release()
  })
  expect(queue.loadOf('a')).toEqual({ running: 2, waiting: 3 })
  expect(queue.acquire('a')).toBeUndefined()
  releases[0]!()
  releases[0]!()
  await Promise.all(waiting)
  releases[1]!()
  await setImmediate()
  await setImmediate()
  expect(order).toEqual([1, 2, 3])
  expect(queue.loadOf('a')).toEqual({ running: 0, waiting: 0 })
})

it('frees a slot in the next round of the event loop, so that requests that end at once do not monopolize it', async () => {
  const queue = createOrganizationQueue(1, 10)
  ;(queue.acquire('a') as Release)()
  expect(queue.loadOf('a')).toEqual({ running: 1, waiting: 0 })
  await setImmediate()
  expect(queue.loadOf('a')).toEqual({ running: 0, waiting: 0 })
})

it('T-09: many requests of one organization do not delay those of another', () => {
  const queue = createOrganizationQueue(8, 256)
  for (let request = 0; request < 64; request += 1) void queue.acquire('a')
  expect(queue.loadOf('a')).toEqual({ running: 8, waiting: 56 })
  expect(Array.from({ length: 8 }, () => typeof queue.acquire('b'))).toEqual(
    Array(8).fill('function'),
  )
})

it('T-09: gives an organization with more queued requests than slots half of its slots while another one has requests in progress', async () => {
  const queue = createOrganizationQueue(4, 256)
  const releases: Release[] = []
  for (let request = 0; request < 16; request += 1)
    void Promise.resolve(queue.acquire('a')).then((release) => releases.push(release!))
  const other = queue.acquire('b') as Release
  await setImmediate()
  for (const release of releases.splice(0)) release()
  await setImmediate()
  await setImmediate()
  expect(queue.loadOf('a')).toEqual({ running: 2, waiting: 10 })
  other()
  await setImmediate()
  await setImmediate()
  for (const release of releases.splice(0)) release()
  await setImmediate()
  await setImmediate()
  expect(queue.loadOf('a')).toEqual({ running: 4, waiting: 6 })
})

it('grants every slot in the end, in the order of arrival, however full another organization is', async () => {
  const queue = createOrganizationQueue(4, 256)
  const order: number[] = []
  void queue.acquire('b')
  const requests = Array.from({ length: 40 }, async (_, number) => {
    const release = (await queue.acquire('a'))!
    order.push(number)
    await setImmediate()
    release()
  })
  await Promise.all(requests)
  expect(order).toEqual(Array.from({ length: 40 }, (_, number) => number))
})

it('T-09: gives installations at most half of the slots and of the places in the queue of their organization', () => {
  const queue = createOrganizationQueue(8, 256)
  const admitMany = (kind: string): unknown[] => {
    const caller = { kind, organization_id: 'a', plan: 'free' }
    const admitted = Array.from({ length: 400 }, () =>
      admit(queue)({ id: 'verifyTrust' } as never, caller as never, { path_values: {} } as never),
    )
    return [
      admitted.filter((each) => typeof each === 'function').length,
      admitted.filter((each) => each instanceof Promise).length,
    ]
  }
  expect(admitMany('runtime_token')).toEqual([4, 128])
  expect(admitMany('api_key')).toEqual([4, 128])
  expect(queue.loadOf('a')).toEqual({ running: 8, waiting: 256 })
})

it('runs a request of a key before earlier ones of installations that have their half of the slots, and otherwise in the order of arrival', async () => {
  const queue = createOrganizationQueue(2, 8)
  const order: string[] = []
  const first = [queue.acquire('a', true) as Release, queue.acquire('a') as Release]
  const waiting = ['installation 1', 'key 1', 'installation 2', 'key 2'].map(async (name) => {
    const release = (await queue.acquire('a', name.startsWith('installation')))!
    order.push(name)
    return release
  })
  first[1]!()
  await setImmediate()
  await setImmediate()
  expect(order).toEqual(['key 1'])
  first[0]!()
  for (const request of [waiting[1]!, waiting[0]!]) {
    ;(await request)()
    await setImmediate()
    await setImmediate()
  }
  expect(order).toEqual(['key 1', 'installation 1', 'key 2', 'installation 2'])
})

it('refuses a request with 429 and Retry-After if the queue of its organization is full', () => {
  const queue = createOrganizationQueue(1, 0)
  const caller = { kind: 'api_key', organization_id: 'a', plan: 'free' }
  const admitOne = () =>
    admit(queue)({ id: 'listTasks' } as never, caller as never, { path_values: {} } as never)
  expect(admitOne()).toBeTypeOf('function')
  expect(admitOne()).toMatchObject({
    code: 'RATE_LIMITED',
    details: { headers: { 'Retry-After': '1' } },
  })
})
