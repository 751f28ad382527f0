import { expect, it } from 'vitest'
import { RequestFactory } from '../../src/load/http/requests.ts'
import { bytes } from '../../src/load/report/format.ts'

it('requests use the API keys in turn', () => {
  const requests = new RequestFactory({
    api: new URL('http://127.0.0.1/api/v1'),
    api_keys: ['a', 'b', 'c'],
    interval_s: 60,
  })
  expect(Array.from({ length: 4 }, () => requests.verify('x', 0).headers['X-API-Key'])).toEqual([
    'b',
    'c',
    'a',
    'b',
  ])
})

it.each([
  [512 * 1024 ** 2, '512 MiB'],
  [1024 ** 3, '1.0 GiB'],
  [1.5 * 1024 ** 3, '1.5 GiB'],
])('formats %i bytes as %s', (value, shown) => {
  expect(bytes(value)).toBe(shown)
})
