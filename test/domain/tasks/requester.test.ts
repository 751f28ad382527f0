import { expect, it } from 'vitest'
import { faultOf, PURPOSES } from '../../../src/domain/signatures/signature.ts'
import { signedRequester, taskRequester } from '../../../src/domain/tasks/routing.ts'

it.each([
  [{ type: 'api_key', id: 'key_1' }, undefined, { organization_id: 'org_a', key_id: 'key_1' }],
  [
    { type: 'api_key', id: 'key_1' },
    'ada@a.example',
    { organization_id: 'org_a', key_id: 'key_1', acting_for: 'ada@a.example' },
  ],
  [
    { type: 'member', id: 'ada@a.example' },
    undefined,
    { organization_id: 'org_a', member: 'ada@a.example' },
  ],
  [
    { type: 'installation', id: 'i-1' },
    undefined,
    { organization_id: 'org_a', installation_id: 'i-1' },
  ],
  [{ type: 'operator', id: 'root' }, undefined, { organization_id: 'org_a' }],
  [{ type: 'anonymous', id: null }, undefined, { organization_id: 'org_a' }],
])('maps the actor %j acting for %j to the requester %j', (actor, acting_for, requester) => {
  const claim = taskRequester({ actor, organization_id: 'org_a', acting_for })
  expect(claim).toEqual(requester)
  expect(PURPOSES.task.required.requester(claim)).toBe(true)
  expect(
    faultOf({ required: { requester: PURPOSES.task.required.requester } }, { requester: claim }),
  ).toBeUndefined()
})

it('signs the identifier of a person, never the e-mail address', () => {
  const person = { organization_id: 'org_a', member: 'ada@a.example' }
  expect(signedRequester(person, 'usr_1')).toEqual({ organization_id: 'org_a', member: 'usr_1' })
  expect(signedRequester(person, undefined)).toEqual({ organization_id: 'org_a' })
  const key = { organization_id: 'org_a', key_id: 'key_1' }
  expect(signedRequester(key, 'usr_1')).toEqual(key)
})
