import { expect, it } from 'vitest'
import { parse } from 'yaml'
import contract from '../../../openapi.yaml?raw'
import { EVENT_TYPES } from '../../../dashboard/src/pages/audit/filters.tsx'
import { FEATURES } from '../../../dashboard/src/pages/organizations/usage/plans.tsx'
import { AUDIT_KINDS } from '../../../src/domain/audit/kinds.ts'

const { info } = parse(contract) as { info: { 'x-manual': string } }

/** The subjects whose records are only in the platform's own chain. */
const PLATFORM_SUBJECTS = ['key', 'operator']

it('offers exactly the event types of an organization as audit log filters', () => {
  const kinds = AUDIT_KINDS.filter((kind) => !PLATFORM_SUBJECTS.includes(kind.split('.')[0]!))
  expect(EVENT_TYPES).toEqual(kinds.toSorted())
})

it('compares the plans by every feature that the contract lists', () => {
  const lines = info['x-manual'].split('\n')
  const first = lines.findIndex((line) => line.startsWith('| | free | starter |')) + 2
  const rows = lines.slice(first, lines.indexOf('', first)).map((line) => {
    const [name = '', ...cells] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    return [name === 'stored bytes' ? 'storage' : name.toLowerCase(), cells.map(valueOf)] as const
  })
  const shown = FEATURES.map(({ name, values }) => [name.toLowerCase(), values] as const)
  expect(rows.length).toBeGreaterThan(10)
  expect(new Map(shown.filter(([name]) => !name.startsWith('registry, trust')))).toEqual(
    new Map(rows),
  )
})

/** Returns how the dashboard shows a cell of the table of plans. */
function valueOf(cell: string): string | boolean {
  if (cell === '' || cell === 'yes') return cell === 'yes'
  return /^\d+$/.test(cell) ? Number(cell).toLocaleString('en') : cell
}
