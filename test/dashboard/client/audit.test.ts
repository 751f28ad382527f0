import { describe, expect, it, onTestFinished, vi } from 'vitest'
import Audit from '../../../dashboard/src/pages/audit/audit.tsx'
import { missingField } from '../../../dashboard/src/pages/audit/destinations.ts'
import { downloadSummary } from '../../../dashboard/src/pages/audit/download-dialog.tsx'
import { csvOf } from '../../../dashboard/src/pages/audit/download.ts'
import { validDay, withOffset, zoneOf } from '../../../dashboard/src/pages/audit/days.ts'
import { toAuditSearch } from '../../../dashboard/src/pages/audit/filters.tsx'
import { renderPage, textOf } from './render.ts'

it('asks for what an export needs before it is sent', () => {
  const values = (entries: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(entries)) data.set(name, value)
    return data
  }
  const ask = (entries: Record<string, string>, configured?: readonly string[]) =>
    missingField('alerts', values(entries), configured)?.message
  expect(ask({ intake_url: 'https://a.example' }, ['alerts'])).toBe(
    'Routing key is required with an intake URL of your own.',
  )
  expect(ask({}, ['logs'])).toBe(
    'The operator has not configured both an intake URL and a credential for incident alerts; enter an intake URL and a routing key.',
  )
  expect(ask({}, ['alerts'])).toBeUndefined()
  expect(ask({}, undefined)).toBeUndefined()
  expect(ask({ intake_url: 'https://a.example', routing_key: 'k' }, [])).toBeUndefined()
})

it('writes CSV in which no cell is a formula', () => {
  const record = (reason: string) =>
    ({
      sequence: 7,
      event_type: 'task.failed',
      reason,
      actor: { type: 'member', id: '@SUM(1)', ip: null },
      metadata: { a: '"b"' },
      hash: 'h',
    }) as never
  const [header, first, second] = csvOf([record('=1+1'), record(' a, "b"')]).split('\r\n')
  expect(header).toBe(
    '\uFEFFsequence,occurred_at,event_type,outcome,reason,actor_type,actor_id,actor_ip,target_type,target_id,workspace_id,request_id,metadata,hash',
  )
  expect(first).toBe(
    `7,,"task.failed",,"'=1+1","member","'@SUM(1)",,,,,,"{""a"":""\\""b\\""""}","h"`,
  )
  expect(second).toContain('," a, ""b""",')
})

it('does not claim that further records match when a download was truncated', () => {
  expect(downloadSummary(7, true)).toBe(
    'The newest 7 records were downloaded; older ones may also match.',
  )
  expect(downloadSummary(7, false)).toBe('7 records were downloaded.')
})

describe('the days in the URL of the audit log', () => {
  const NO_FILTERS = { q: '', event_type: '', workspace_id: '', from: '', to: '' }
  /** Sets the UTC offset of the user, in minutes. */
  const setUtcOffset = (minutes: number) => {
    const spy = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-minutes)
    onTestFinished(() => spy.mockRestore())
  }

  it.each([
    [0, '2026-11-28Z', 'UTC'],
    [780, '2026-11-28+13:00', 'UTC+13'],
    [-210, '2026-11-28-03:30', 'UTC-3:30'],
  ])('have the offset of the user: %i minutes', (minutes, day, zone) => {
    setUtcOffset(minutes)
    expect(withOffset('2026-11-28', '00:00')).toBe(day)
    expect([zoneOf(day), zoneOf('')]).toEqual([zone, zone])
  })

  it('select the same records in every time zone', () => {
    const filters = { ...NO_FILTERS, from: '2026-11-28+13:00', to: '2026-11-28+13:00' }
    for (const minutes of [780, -480]) {
      setUtcOffset(minutes)
      expect(toAuditSearch(filters, undefined)).toMatchObject({
        since: '2026-11-27T11:00:00.000Z',
        until: '2026-11-28T10:59:59.999Z',
      })
      expect(zoneOf(filters.from)).toBe('UTC+13')
    }
  })

  it.each([
    ['2026-11-28', '2026-11-28Z'],
    ['2026-11-28 13:00', '2026-11-28+13:00'],
    ['2026-11-28-03:30', '2026-11-28-03:30'],
    ['2026-13-28', ''],
    ['2026-11-28+99:00', ''],
    ['yesterday', ''],
    [undefined, ''],
  ])('are read from %j as %j', (text, expected) => {
    expect(validDay(text)).toBe(expected)
  })

  it('have labels with their time zones, and are reported as reversed only if no record can match', async () => {
    const shown = async (to: string) =>
      textOf(await renderPage(Audit, { query: { from: '2026-11-28+13:00', to } }))
    const overlapping = await shown('2026-11-27Z')
    expect(overlapping).toContain('From (UTC+13)')
    expect(overlapping).toContain('To (UTC)')
    // 2026-11-28 in UTC+13 begins before 2026-11-27 in UTC ends, so records can match.
    expect(overlapping).not.toContain('“To” is before “From”')
    expect(await shown('2026-11-26Z')).toContain('“To” is before “From”, so no record matches.')
  })
})
