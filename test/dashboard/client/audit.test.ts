import { expect, it } from 'vitest'
import { missingField } from '../../../dashboard/src/pages/audit/destinations.ts'
import { downloadSummary } from '../../../dashboard/src/pages/audit/download-dialog.tsx'
import { csvOf } from '../../../dashboard/src/pages/audit/download.ts'

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
    'Intake URL and routing key are required, because the operator has configured neither for incident alerts.',
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
