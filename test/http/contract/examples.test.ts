import { beforeAll, describe, expect, it } from 'vitest'
import { exampleValue, operations, silentTypeOf } from '../contract.ts'
import { startPlatform } from '../platform.ts'
import { startStory, story } from '../story.ts'

/** Names of all members, with lists reduced to the shape of what is in them, and values to their type. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, shapeOf(member)]),
  )
}

/** A contract is too long for an example; what the example does show is there. */
const abridged = (example: string): object => ({
  ...(exampleValue(example) as object),
  servers: [{ url: expect.stringContaining('/api/v1') }],
})

describe('the examples of the contract, executed in sequence', () => {
  let play: Awaited<ReturnType<typeof startStory>>['play']
  beforeAll(async () => {
    play = (await startStory(await startPlatform())).play
  })

  it.each(story.map((step) => ({ ...step, id: step.operation.id })))(
    '$id answers $status as in $example',
    async (step) => {
      const got = await play(step)
      expect([got.status, got.body?.code]).toEqual([step.status, undefined])
      if (step.example === undefined)
        return expect(got.headers['content-type']).toBe(silentTypeOf(step.operation))
      if (step.operation.tag === 'contract')
        return expect(got.body).toMatchObject(abridged(step.example))
      expect(shapeOf(got.body)).toEqual(shapeOf(exampleValue(step.example)))
    },
  )

  it('I-27: cover every operation, with each response checked against its closed schema', () => {
    expect(new Set(story.map(({ operation }) => operation.id))).toEqual(
      new Set(operations.map(({ id }) => id)),
    )
  })
})
