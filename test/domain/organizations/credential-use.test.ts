import { describe, expect, it } from 'vitest'
import { addUse, initialUse, type Use } from '../../../src/domain/organizations/credential-use.ts'
import { plus } from '../../../src/domain/time.ts'
import { DAY } from '../../kit/time.ts'

const FIRST = '2026-03-01T12:00:00.000Z'
const [HOME, OFFICE, ELSEWHERE] = ['192.0.2.0/24', '2001:db8:1::/48', '198.51.100.0/24']
const on = (days: number, range: string | null, scope: string | null = null): Use => ({
  at: plus(FIRST, days * DAY),
  range,
  scope,
})
/** Uses a credential from its first use on. Returns what was unusual about each use, and what is known at the end. */
function useAll(uses: readonly Use[]) {
  let known = initialUse('key_1', FIRST)
  const unusual = uses.map((use) => {
    const result = addUse(known, use)
    known = result.after
    return result.unusual.map(({ kind, value }) => `${kind} ${value}`)
  })
  return { unusual, known }
}

describe('the use of a credential', () => {
  it('is always usual in the first seven days', () => {
    expect(
      useAll([on(0, HOME, 'agents:read'), on(6.9, OFFICE, 'agents:write'), on(8, OFFICE)]).unusual,
    ).toEqual([[], [], []])
    expect(useAll([on(0, HOME), on(7, OFFICE)]).unusual).toEqual([[], [`address_range ${OFFICE}`]])
  })

  it('is unusual with an address range or a scope that is new to the credential, and usual afterwards', () => {
    const { unusual } = useAll([
      on(0, HOME, 'agents:read'),
      on(10, OFFICE, 'agents:write'),
      on(11, OFFICE, 'agents:write'),
      on(12, HOME, null),
      on(12, null, 'agents:read'),
    ])
    expect(unusual).toEqual([[], [`address_range ${OFFICE}`, 'scope agents:write'], [], [], []])
  })

  it('is unusual again from an address range that was not used for 90 days, while a scope stays usual', () => {
    const { unusual } = useAll([
      on(0, HOME, 'agents:read'),
      on(90, HOME, 'agents:read'),
      on(181, HOME, 'agents:read'),
    ])
    expect(unusual).toEqual([[], [], [`address_range ${HOME}`]])
  })

  it('is reported, if it is unusual, at most once a day for each kind, and does not become usual if it is not reported', () => {
    const { unusual } = useAll([
      on(0, HOME),
      on(10, OFFICE),
      on(10.1, ELSEWHERE),
      on(10.2, ELSEWHERE, 'agents:read'),
      on(11, ELSEWHERE),
    ])
    expect(unusual).toEqual([
      [],
      [`address_range ${OFFICE}`],
      [],
      ['scope agents:read'],
      [`address_range ${ELSEWHERE}`],
    ])
  })

  it('is remembered for at most 32 address ranges, those that were used most recently', () => {
    const ranges = Array.from({ length: 40 }, (_, at) => `10.0.${at}.0/24`)
    const early = useAll(ranges.map((range, at) => on(at / 10, range)))
    expect(Object.keys(early.known.ranges)).toHaveLength(32)
    const { known } = useAll(ranges.map((range, at) => on(at, range)))
    expect(Object.keys(known.ranges).toSorted()).toEqual(ranges.slice(8).toSorted())
    const changing = useAll(Array.from({ length: 500 }, (_, at) => on(20, `10.1.${at}.0/24`)))
    expect(Object.keys(changing.known.ranges)).toEqual(['10.1.0.0/24'])
  })
})
