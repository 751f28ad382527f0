import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { AUDIT_KINDS } from '../../src/domain/audit/record.ts'
import { PLANS, QUOTAS, CONCURRENCY_LIMITS } from '../../src/domain/organizations/plans.ts'

const { info } = parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')) as {
  info: { 'x-manual': string }
}

/** Returns the cells of the table whose header starts with `head`, without backticks. */
function rows(head: string): string[][] {
  const lines = info['x-manual'].split('\n')
  const first = lines.findIndex((line) => line.startsWith(head)) + 2
  const end = lines.findIndex((line, at) => at >= first && !line.startsWith('|'))
  return lines.slice(first, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.replaceAll('`', '').trim()),
  )
}

describe('tables of the contract', () => {
  it('list exactly the kinds of audit records', () => {
    const listed = rows('| subject | kinds |').flatMap(([subject, kinds]) =>
      kinds!.split(', ').map((kind) => `${subject}.${kind}`),
    )
    expect(listed.toSorted()).toEqual([...AUDIT_KINDS].toSorted())
  })

  it.each([
    ['workspaces', QUOTAS.workspaces],
    ['agents', QUOTAS.agents],
    ['installations seen within 7 days', QUOTAS.installations],
    ['unused install tokens', QUOTAS.install_tokens],
    ['API keys, neither revoked nor expired', QUOTAS.api_keys],
    ['stored bytes', QUOTAS.stored_bytes],
    ['image scans queued or running', CONCURRENCY_LIMITS.image_scans],
    ['routed tasks in progress', CONCURRENCY_LIMITS.tasks],
  ] as const)('state the limits of the plans for %s', (what, limits) => {
    const [, ...cells] = rows('| | free | starter |').find(([name]) => name === what)!
    expect(cells.map(amount)).toEqual(PLANS.map((plan) => limits[plan]))
  })
})

/** Parses a number, with an optional unit; returns null for no limit. */
function amount(cell: string): number | null {
  if (cell === 'no limit') return null
  const [number, unit] = cell.split(' ')
  return Number(number) * (unit === 'MiB' ? 1024 ** 2 : unit === 'GiB' ? 1024 ** 3 : 1)
}
