import { expect, it } from 'vitest'
import { agentIdentity, register } from '../agents.ts'
import { startPlatform, type TestOrganization } from '../platform.ts'
import { MINUTE } from '../../kit/time.ts'

it('lists the proved registrations of one owner under one name, and lets nobody else attach theirs', async () => {
  const platform = await startPlatform()
  const [owner, stranger] = [await platform.organization(), await platform.organization()]
  const versionsOf = async (svc_id: string, who: TestOrganization) => {
    const { status, body } = await who.api.get(`/agents/${svc_id}/versions`)
    return status === 200
      ? (body.items as { svc_id: string }[]).map((each) => each.svc_id)
      : body.code
  }
  const add = async (number: number, who: TestOrganization, more: object = {}, name = 'Reader') => {
    await platform.advance(MINUTE)
    return (await register(who, agentIdentity(number, name), more)).svc_id
  }
  const first = await add(2001, owner)
  const second = await add(2002, owner)
  await owner.api.put(`/agents/${second}`, { deprecated: true })
  const hidden = await add(2003, owner, { private: true })
  await add(2004, owner, {}, 'Reader 2')
  const claimed = await add(2005, owner, { proof: undefined })
  const imitation = await add(2006, stranger)
  const imitated = await add(2007, stranger, { proof: undefined })

  expect(await versionsOf(first, owner)).toEqual([hidden, second, first])
  expect(await versionsOf(second, stranger)).toEqual([second, first])
  expect(await versionsOf(hidden, stranger)).toBe('AGENT_NOT_FOUND')
  expect(await versionsOf(claimed, owner)).toEqual([claimed])
  expect(await versionsOf(imitation, owner)).toEqual([imitation])
  expect(await versionsOf(imitated, owner)).toEqual([imitated])
  const { items } = (await stranger.api.get(`/agents/${second}/versions`)).body
  expect(items[0]).toMatchObject({
    version: '1.0.0',
    verification_status: 'verified',
    deprecated: true,
  })
})
