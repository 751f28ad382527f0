import request from 'supertest'
import { expect, it, vi } from 'vitest'
import { OrganizationQueue } from '../../../src/auth/organization-queue.ts'
import { startPlatform } from '../platform.ts'

it.each(['/docs', '/docs/search?q=agent', '/docs/nowhere', '/readyz', '/log/checkpoint'])(
  'T-09: %s, which is outside of the contract, takes a turn of its address and ends it',
  async (path) => {
    const queue = new OrganizationQueue({ running: 1, waiting: 0 })
    const acquired = vi.spyOn(queue, 'acquireForAddress')
    const { server } = await startPlatform({}, { queue })
    for (const _ of [1, 2]) await request(server).get(path).set('X-Forwarded-For', '203.0.113.1')
    expect(acquired).toHaveBeenCalledTimes(2)
    const [address] = acquired.mock.calls[0]!
    expect(queue.loadOf(address)).toEqual({ running: 0, waiting: 0 })
  },
)
