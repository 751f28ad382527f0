import { QueryClientProvider } from '@tanstack/preact-query'
import fc from 'fast-check'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  MAX_OFFSET,
  useRecordInChain,
  type RecordInChain,
} from '../../../dashboard/src/api/audit-chain.ts'
import Audit from '../../../dashboard/src/pages/audit/audit.tsx'
import { ChainProgress, ChainResult } from '../../../dashboard/src/pages/audit/chain.tsx'
import { clientWith, renderPage, textOf } from './render.ts'

interface Query {
  readonly offset: number
  readonly limit: number
}
/** Test files share modules, so those with a replaced client are loaded for this file only. */
const { registry } = vi.hoisted(() => {
  vi.resetModules()
  return { registry: { list: (_query: Query): unknown => undefined, requests: 0 } }
})
vi.mock('../../../dashboard/src/api/client.ts', () => ({
  unwrap: (response: unknown) => Promise.resolve(response),
  api: {
    GET: (path: string, { params }: { params: { query: Query } }) => {
      expect(path).toBe('/audit-logs')
      registry.requests += 1
      return registry.list(params.query)
    },
  },
}))

afterAll(() => void vi.resetModules())

interface Chain {
  /** The sequence of the newest record when the first request arrives. */
  readonly newest: number
  /** How many records are appended after each request. */
  readonly appended?: number
  /** Whether a record is missing from the database. */
  readonly isMissing?: (sequence: number) => boolean
  /** The sequence up to which the retention policy has removed records. */
  readonly removed?: number
}

/** Searches a chain for a record, and returns its position. */
async function find(
  sequence: number,
  { newest, appended = 0, isMissing = () => false, removed = 0 }: Chain,
): Promise<RecordInChain> {
  const stored = Array.from({ length: newest - removed }, (_, index) => newest - index).filter(
    (each) => !isMissing(each),
  )
  let head = newest
  registry.requests = 0
  registry.list = ({ offset, limit }) => {
    expect(offset).toBeLessThanOrEqual(MAX_OFFSET)
    const items = stored.slice(offset, offset + limit).map((each) => ({ sequence: each }))
    const total = head - removed
    for (let count = 0; count < appended; count += 1) stored.unshift((head += 1))
    return { items, total, ...(removed > 0 && { checkpoint: { sequence: removed } }) }
  }
  const client = await clientWith([])
  const Reader = () => {
    useRecordInChain('org_1', sequence)
    return null
  }
  renderToString(h(QueryClientProvider, { client, children: h(Reader, null) }))
  return (await client.getQueryCache().getAll()[0]!.fetch()) as RecordInChain
}

/** Returns the sequences of a record and its neighbours, or why they are absent. */
const shown = ({ before, at, after }: RecordInChain) =>
  [before, at, after].map(({ record, absence }) => record?.sequence ?? absence)

describe('the search for a record in the chain', () => {
  it('needs one request for a new record and two for an old one', async () => {
    expect(shown(await find(99, { newest: 100 }))).toEqual([98, 99, 100])
    expect(registry.requests).toBe(1)
    expect(shown(await find(30, { newest: 100 }))).toEqual([29, 30, 31])
    expect(registry.requests).toBe(2)
  })

  it.each([2, 3, 17])('finds it while %i records are appended', async (appended) => {
    expect(shown(await find(30, { newest: 1000, appended }))).toEqual([29, 30, 31])
  })

  it('finds older records than those that were deleted from the database', async () => {
    const isMissing = (sequence: number) => sequence > 500 && sequence <= 900
    expect(shown(await find(30, { newest: 1000, isMissing }))).toEqual([29, 30, 31])
    expect(shown(await find(500, { newest: 1000, isMissing }))).toEqual([499, 500, 'missing'])
    expect(shown(await find(501, { newest: 1000, isMissing }))).toEqual([500, 'missing', 'missing'])
    expect(shown(await find(901, { newest: 1000, isMissing }))).toEqual(['missing', 901, 902])
  })

  it('finds every record that is stored, whichever others are missing', async () => {
    const gaps = fc.array(fc.tuple(fc.nat(3000), fc.nat(800)), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(
        gaps,
        fc.integer({ min: 2, max: 3000 }),
        fc.nat(10),
        async (deleted, sequence, appended) => {
          const isMissing = (each: number) =>
            each <= 3000 && deleted.some(([from, length]) => each > from && each <= from + length)
          const expected = [sequence - 1, sequence, sequence + 1].map((each) =>
            isMissing(each) ? 'missing' : each,
          )
          const found = shown(await find(sequence, { newest: 3001, isMissing, appended }))
          expect(found).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('says why a record is absent', async () => {
    const purged = { newest: 100, removed: 40 }
    expect(shown(await find(40, purged))).toEqual(['removed', 'removed', 41])
    expect(shown(await find(41, purged))).toEqual(['removed', 41, 42])
    expect(shown(await find(100, purged))).toEqual([99, 100, 'not_written'])
    expect(shown(await find(101, purged))).toEqual([100, 'not_written', 'not_written'])
    const truncated = { ...purged, isMissing: (sequence: number) => sequence > 90 }
    expect(shown(await find(91, truncated))).toEqual([90, 'missing', 'missing'])
  })

  it('ends at the maximum offset of the list', async () => {
    const newest = MAX_OFFSET + 50
    expect(shown(await find(50, { newest }))).toEqual([49, 50, 51])
    expect((await find(10, { newest })).at).toEqual({ absence: 'too_old' })
  })
})

describe('the dialog of a record', () => {
  beforeEach(() => {
    vi.stubGlobal('location', new URL('http://registry.test'))
  })
  afterEach(() => vi.unstubAllGlobals())

  const record = {
    sequence: 5,
    event_type: 'workspace.created',
    actor: { type: 'system' },
    outcome: 'success',
    occurred_at: '2026-03-02T09:10:00.000Z',
    metadata: {},
    hash: 'b'.repeat(64),
    prev_hash: 'a'.repeat(64),
  }
  const textFor = async (chain: object) =>
    textOf(
      await renderPage(Audit, {
        query: { record: '5' },
        responded: [[['audit', 'record', 'org_1', 5], { data: chain }]],
      }),
    )
  const MISSING = { absence: 'missing' }
  const RETENTION = 'retention policy has removed it.'

  it('does not blame the retention policy if a record is missing from the chain', async () => {
    const text = await textFor({ before: MISSING, at: MISSING, after: MISSING })
    expect(text).toContain('Record missing from the chain')
    expect(text).toContain(`no ${RETENTION}`)
    const neighbours = await textFor({ before: MISSING, at: { record }, after: MISSING })
    expect(neighbours).toContain('The next record is missing from the chain.')
    expect(neighbours).toContain('The previous record is missing from the chain.')
  })

  it.each([
    ['removed', `The ${RETENTION}`],
    ['not_written', 'It does not exist yet.'],
    ['too_old', 'Record too old to be opened here'],
  ])('says why there is no record: %s', async (absence, expected) => {
    expect(await textFor({ before: MISSING, at: { absence }, after: MISSING })).toContain(expected)
  })

  it('says that the retention policy has removed the previous record', async () => {
    const chain = { before: { absence: 'removed' }, at: { record }, after: MISSING }
    expect(await textFor(chain)).toContain(
      'The previous record was removed by the retention policy.',
    )
  })
})

/** Returns the text for a chain that is broken at a record, and was purged up to a checkpoint. */
const textFor = (reason: string, sequence = 5, checkpoint = 0): string =>
  textOf(
    renderToString(
      h(ChainResult, {
        verification: {
          kind: 'broken',
          records: 5,
          step: {
            broken: { reason, sequence },
            ...(checkpoint > 0 && { checkpoint: { sequence: checkpoint } }),
          } as never,
        },
        hrefOf: String,
        retry: () => undefined,
      }),
    ),
  )
const CLAIM = 'The records before it'

it.each(['gap', 'reordered', 'edited', 'wrong_prev_hash', 'truncated'])(
  'says that the records before a break were verified if its reason is %s',
  (reason) => expect(textFor(reason)).toContain(`${CLAIM} have valid hashes.`),
)

it.each(['rewritten', 'missing_checkpoint', 'invalid_checkpoint', 'a_later_reason'])(
  'says nothing about the records before a break if its reason is %s',
  (reason) => expect(textFor(reason)).not.toContain(CLAIM),
)

it('says nothing about earlier records if the first stored record is broken', () => {
  expect(textFor('edited', 1)).not.toContain(CLAIM)
  expect(textFor('edited', 5, 4)).not.toContain(CLAIM)
  expect(textFor('edited', 5, 3)).toContain(CLAIM)
})

it('shows the progress of a verification in relation to the records that are stored', () => {
  const step = { newest_sequence: 1000, last_sequence: 920, checkpoint: { sequence: 900 } }
  const html = renderToString(
    h(ChainProgress, { verification: { kind: 'running', records: 20, step: step as never } }),
  )
  expect(html).toContain('<progress max="100" value="20"')
  expect(textOf(html)).toBe('Records verified: 20 of about 100')
})
