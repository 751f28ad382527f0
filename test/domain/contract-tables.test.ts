import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { DISPUTE_TEXT_LIMITS } from '../../src/domain/agents/dispute.ts'
import { AUDIT_KINDS } from '../../src/domain/audit/kinds.ts'
import {
  PLANS,
  QUOTAS,
  CONCURRENCY_LIMITS,
  type ConcurrentWork,
  type Resource,
} from '../../src/domain/organizations/plans.ts'

interface Contract {
  readonly info: { readonly 'x-manual': string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Partial<Operation>>>>>
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties: Readonly<Record<string, { maxLength?: number }>> }>
    >
  }
}
interface Operation {
  readonly operationId: string
  readonly security: readonly object[]
  readonly responses: object
}
const { info, paths, components } = parse(
  readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'),
) as Contract

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

/** The row of each limit in the table of plans. */
const ROWS: Readonly<Record<Resource | ConcurrentWork, string>> = {
  workspaces: 'workspaces',
  agents: 'agents',
  installations: 'installations seen within 7 days',
  install_tokens: 'unused install tokens',
  api_keys: 'API keys, neither revoked nor expired',
  stored_bytes: 'stored bytes',
  image_scans: 'image scans queued or running',
  tasks: 'routed tasks in progress',
}

describe('tables of the contract', () => {
  it('list exactly the kinds of audit records', () => {
    const listed = rows('| subject | kinds |').flatMap(([subject, kinds]) =>
      kinds!.split(', ').map((kind) => `${subject}.${kind}`),
    )
    expect(listed.toSorted()).toEqual([...AUDIT_KINDS].toSorted())
  })

  it.each(Object.entries(ROWS))('state the limits of the plans for %s', (of, what) => {
    const [, ...cells] = rows('| | free | starter |').find(([name]) => name === what)!
    const limits = { ...QUOTAS, ...CONCURRENCY_LIMITS }[of as keyof typeof ROWS]
    expect(cells.map(amount)).toEqual(PLANS.map((plan) => limits[plan]))
  })
})

/** Parses a number, with an optional unit; returns null for no limit. */
function amount(cell: string): number | null {
  if (cell === 'no limit') return null
  const [number, unit] = cell.split(' ')
  return Number(number) * (unit === 'MiB' ? 1024 ** 2 : unit === 'GiB' ? 1024 ** 3 : 1)
}

describe('the contract', () => {
  it('limits the texts of a dispute in requests and responses as the code does', () => {
    const { description, logs, comment, reason } = DISPUTE_TEXT_LIMITS
    const stated = [
      ['OpenDisputeRequest', 'description', description],
      ['Dispute', 'description', description],
      ['DisputeEvidenceInput', 'logs', logs],
      ['DisputeEvidence', 'logs', logs],
      ['CreateDisputeCommentRequest', 'text', comment],
      ['DisputeComment', 'text', comment],
      ['JudgeDisputeRequest', 'reason', reason],
      ['Dispute', 'reason', reason],
    ] as const
    for (const [schema, member, limit] of stated)
      expect([schema, components.schemas[schema]!.properties[member]!.maxLength]).toEqual([
        schema,
        limit,
      ])
  })

  it('documents 429 and 503 for every operation, and 403 for each that accepts the session cookie', () => {
    const operations = Object.values(paths)
      .flatMap((item) => Object.values(item))
      .filter(({ operationId }) => operationId !== undefined)
    expect(operations.length).toBeGreaterThan(80)
    const lacking = operations.flatMap(({ operationId, security = [], responses = {} }) =>
      [429, 503, ...(security.some((one) => 'AdminCookie' in one) ? [403] : [])]
        .filter((status) => !(status in responses))
        .map((status) => `${operationId} ${status}`),
    )
    expect(lacking).toEqual([])
  })
})
