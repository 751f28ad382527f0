import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { problems } from '../../../src/problems/problems.ts'

it('the contract documents every problem code with its status and class', () => {
  const contract = readFileSync('openapi.yaml', 'utf8')
  const documented = [
    ...contract.matchAll(/^ {4}\| (\d{3}) \| `([a-z_]+)` \| `([A-Z_]+)` \|/gm),
  ].map(([, status, error, code]) => ({ code, status: Number(status), error }))
  const implemented = Object.entries(problems).map(([code, { status, error }]) => ({
    code,
    status,
    error,
  }))
  const byCode = (a: { code: string | undefined }, b: { code: string | undefined }) =>
    a.code! < b.code! ? -1 : 1
  expect(documented.toSorted(byCode)).toEqual(implemented.toSorted(byCode))
})
