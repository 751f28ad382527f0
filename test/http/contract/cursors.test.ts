import { beforeAll, describe, expect, it } from 'vitest'
import { CURSORS, cursorPattern } from '../../../src/handlers/cursor.ts'
import { operationsWhere, parametersOf, resolve } from '../contract.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import {
  newTenant,
  requestOf,
  defaultCredential,
  withCredential,
  type Tenant,
} from '../requests.ts'

/**
 * Values for each kind of part of a cursor, in every form that the contract allows. No cursor with them was issued, and some of them are
 * times or strings that cannot exist.
 */
const POSITIONS: Readonly<Record<string, readonly string[]>> = {
  time: ['20260301T120000000Z', '99999999T999999999Z', '00000000T000000000Z'],
  number: ['0', '1', '999999999999999'],
  // The empty string, bytes that are not UTF-8, U+0000, and a length that base64url does not have.
  text: ['', '_____w', 'AA', 'A', 'YWI'],
}
const paged = operationsWhere((operation) =>
  parametersOf(operation).some(({ name }) => name === 'cursor'),
)
const patternOf = (operation: (typeof paged)[number]): string =>
  resolve(parametersOf(operation).find(({ name }) => name === 'cursor')!.schema).pattern!

describe('cursors', () => {
  let platform: TestPlatform
  let tenant: Tenant
  beforeAll(async () => {
    platform = await startPlatform()
    tenant = await newTenant(platform)
  })
  const page = (operation: (typeof paged)[number], query: string) => {
    const valid = withCredential(requestOf(operation, tenant), defaultCredential(operation, tenant))
    return platform.sendRequest({ ...valid, path: `${valid.path.split('?')[0]}?${query}` })
  }

  it('every list with cursors has its own pattern', () => {
    expect(paged.map((operation) => [operation.id, patternOf(operation)]).toSorted()).toEqual(
      Object.keys(CURSORS)
        .map((list) => [list, cursorPattern(list as keyof typeof CURSORS)])
        .toSorted(),
    )
  })

  it.each(paged)('$id accepts every string that matches its pattern', async (operation) => {
    const orders: Record<string, readonly string[]> = CURSORS[operation.id as keyof typeof CURSORS]
    for (const [order, kinds] of Object.entries(orders))
      for (const [index] of POSITIONS['text']!.entries()) {
        const parts = kinds.map((kind) => POSITIONS[kind]![index % POSITIONS[kind]!.length])
        const cursor = [operation.id, order, ...parts, ''].join('~')
        const choice = {
          name: 'sort=name',
          reputation: 'sort=reputation',
          registered: 'sort=registered',
          relevance: 'sort=relevance',
          decided: 'state=rejected',
        }[order]
        const { status } = await page(
          operation,
          [`cursor=${cursor}`, ...(choice ? [choice] : [])].join('&'),
        )
        expect([cursor, status]).toEqual([cursor, 200])
      }
  })

  it.each(paged)(
    '$id refuses truncated cursors and those of other lists with 400',
    async (operation) => {
      const own = `${operation.id}~created~20260301T120000000Z~YWI~`
      for (const cursor of [
        'x',
        'WyIyMDI2Il0',
        'listWorkspaces~created~20260301T120000000Z~YWI~',
        own.slice(0, -1),
        own.slice(0, -5),
        `${own}~`,
        ...paged.filter(({ id }) => id !== operation.id).map(({ id }) => `${id}~sequence~1~`),
      ]) {
        const { status, body } = await page(operation, `cursor=${cursor}`)
        expect([cursor, status, body]).toEqual([
          cursor,
          400,
          expect.objectContaining({
            code: 'INVALID_CURSOR',
            issues: [{ path: '/query/cursor', message: 'is not a cursor of this list' }],
          }),
        ])
      }
    },
  )

  it('a request with an invalid cursor and another fault is refused with INVALID_PARAMETER, which lists both', async () => {
    const [listTasks] = paged.filter(({ id }) => id === 'listTasks')
    const { body } = await page(listTasks!, 'cursor=x&limit=0')
    expect(body).toMatchObject({
      code: 'INVALID_PARAMETER',
      issues: [
        { path: '/query/limit', message: 'must be >= 1' },
        { path: '/query/cursor', message: 'is not a cursor of this list' },
      ],
    })
  })
})
