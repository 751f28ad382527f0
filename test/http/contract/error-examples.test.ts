import { describe, expect, it } from 'vitest'
import { problems } from '../../../src/problems/problems.ts'
import { exampleNamesOfContract, exampleValue, operations, ownErrorsOf } from '../contract.ts'
import { startPlatform } from '../platform.ts'
import { apiKey } from '../client.ts'
import { newTenant } from '../requests.ts'

interface ErrorValue {
  readonly code?: string
  readonly message?: string
}
const examples = exampleNamesOfContract.flatMap((name) => {
  const { code, message } = exampleValue(name) as ErrorValue
  return code !== undefined && code in problems ? [{ name, code, message }] : []
})
/** Examples that `own-errors.test.ts` compares with responses. */
const own = new Set(operations.flatMap(ownErrorsOf).map(({ example }) => example))
/** Examples whose messages have numbers or names, which the tests of their rules compare. */
const VARIABLE = [
  'PolicyDenied',
  'QuotaReached',
  'RateLimited',
  'RequestTimeout',
  'ServerBusy',
  'UpgradeRequired',
]

describe('the messages in the examples of shared errors', () => {
  it('are those that the platform sends for a body that it cannot read', async () => {
    const platform = await startPlatform()
    const { organization_id, api_key } = await newTenant(platform)
    const client = platform.as({ ...apiKey(api_key), 'Content-Type': 'application/json' })
    const path = `/orgs/${organization_id}/workspaces`
    for (const [name, body] of [
      ['MalformedJson', '{'],
      ['BodyTooLarge', JSON.stringify({ name: 'x'.repeat(1_048_576) })],
    ] as const)
      expect((await client.post(path, body)).body.message).toBe(
        (exampleValue(name) as ErrorValue).message,
      )
  })

  it('are otherwise those of the table of problems', () => {
    const provoked = ['MalformedJson', 'BodyTooLarge', ...VARIABLE]
    const others = examples.filter(({ name }) => !own.has(name) && !provoked.includes(name))
    const wrong = others.filter(
      ({ code, message }) => message !== problems[code as keyof typeof problems].message,
    )
    expect(wrong).toEqual([])
    expect(others.length).toBeGreaterThan(0)
  })
})
