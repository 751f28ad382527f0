import { beforeAll, describe, expect, it } from 'vitest'
import { exampleValue, operations, typeWithoutExample } from '../contract.ts'
import { startPlatform } from '../platform.ts'
import { startExampleScenario, exampleSteps } from '../example-scenario.ts'

/** Returns the shape of a value: the names of members, the shape of list items, and the types of other values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, shapeOf(member)]),
  )
}

/** Returns what the example of a contract requires of the response, which is the complete contract with another server. */
const abridged = (example: string): object => ({
  ...(exampleValue(example) as object),
  servers: [{ url: expect.stringContaining('/api/v1') }],
})

describe('the examples of the contract, executed in sequence', () => {
  let runStep: Awaited<ReturnType<typeof startExampleScenario>>['runStep']
  beforeAll(async () => {
    runStep = (await startExampleScenario(await startPlatform())).runStep
  })

  it.each(exampleSteps.map((step) => ({ ...step, id: step.operation.id })))(
    '$id answers $status as in $example',
    async (step) => {
      const got = await runStep(step)
      expect([got.status, got.body?.code]).toEqual([step.status, undefined])
      if (step.example === undefined)
        return expect(got.headers['content-type']).toBe(typeWithoutExample(step.operation))
      if (step.operation.tag === 'contract')
        return expect(got.body).toMatchObject(abridged(step.example))
      expect(shapeOf(got.body)).toEqual(shapeOf(exampleValue(step.example)))
    },
  )

  it('I-27: cover every operation, with each response checked against its closed schema', () => {
    expect(new Set(exampleSteps.map(({ operation }) => operation.id))).toEqual(
      new Set(operations.map(({ id }) => id)),
    )
  })
})
