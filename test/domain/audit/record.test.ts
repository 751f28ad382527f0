import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUDIT_KINDS } from '../../../src/domain/audit/kinds.ts'
import {
  FIRST_PREV_HASH,
  link,
  recordHash,
  shownAuditRecord,
  type AuditEvent,
  type AuditRecord,
  type ChainHead,
  type ShownAuditRecord,
} from '../../../src/domain/audit/record.ts'
import { verifyChain, type ChainAnchors } from '../../../src/domain/audit/chain.ts'
import { sha256Hex, canonicalize } from '../../../src/domain/crypto/hash.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { plus } from '../../../src/domain/time.ts'
import { uuid7 } from '../../../src/domain/uuid.ts'

const start = '2026-03-01T12:00:00.000Z'
const event: AuditEvent = {
  organization_id: 'org-1',
  workspace_id: 'w-1',
  event_type: 'policy.updated',
  actor: { type: 'api_key', id: 'k-1', ip: '192.0.2.1' },
  target: { type: 'policy', id: 'p-1' },
  request_id: 'req-1',
  metadata: { version: 2 },
}
const id = (sequence: number) => uuid7(sequence, new Uint8Array(10))

function chainOf(
  length: number,
  metadata: (sequence: number) => JsonObject = (sequence) => ({ sequence }),
): AuditRecord[] {
  const records: AuditRecord[] = []
  for (let index = 1; index <= length; index += 1) {
    records.push(
      link(records.at(-1), { ...event, metadata: metadata(index) }, id(index), plus(start, index)),
    )
  }
  return records
}

function check(records: readonly (AuditRecord | ShownAuditRecord)[], anchors: ChainAnchors = {}) {
  const chain = verifyChain(anchors)
  for (const record of records) chain.feed(record)
  return chain.report()
}

const ordinary = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })
const text = fc.string({
  unit: fc.oneof(ordinary, fc.constantFrom('\ud800', '\udfff', '\0', '\\', '"')),
})
const maybe = fc.option(text, { nil: null })
const anyEvent: fc.Arbitrary<AuditEvent> = fc.record({
  organization_id: maybe,
  workspace_id: maybe,
  event_type: fc.constantFrom(...AUDIT_KINDS),
  actor: fc.record({ type: text, id: maybe, ip: maybe }),
  target: fc.option(fc.record({ type: text, id: text }), { nil: null }),
  outcome: fc.constantFrom('success', 'failure', 'denied'),
  reason: maybe,
  request_id: maybe,
  metadata: fc.dictionary(text, fc.oneof(text, fc.jsonValue())) as fc.Arbitrary<JsonObject>,
})

describe('audit records', () => {
  it('have the documented members and continue the chain', () => {
    const [first, second] = chainOf(2) as [AuditRecord, AuditRecord]
    expect(Object.keys(first).sort()).toEqual([
      'actor',
      'event_type',
      'hash',
      'id',
      'metadata',
      'occurred_at',
      'organization_id',
      'outcome',
      'prev_hash',
      'reason',
      'request_id',
      'sequence',
      'target',
      'workspace_id',
    ])
    expect(first).toMatchObject({
      sequence: 1,
      prev_hash: '0'.repeat(64),
      outcome: 'success',
      reason: null,
    })
    expect(second).toMatchObject({ sequence: 2, prev_hash: first.hash })
  })

  it('are hashed over the canonical JSON of the shown record without its hash', () => {
    fc.assert(
      fc.property(anyEvent, (any) => {
        const record = link(undefined, any, id(1), start)
        const { hash, ...content } = shownAuditRecord(record)
        expect(hash).toBe(sha256Hex(canonicalize(content)))
        expect(recordHash(content)).toBe(recordHash(record))
      }),
      { numRuns: 500 },
    )
  })

  it('are shown without members that are null', () => {
    const nobody = { type: 'anonymous', id: null, ip: null }
    const bare = link(
      undefined,
      { organization_id: null, event_type: 'admin.login_failed', actor: nobody },
      id(1),
      start,
    )
    expect(Object.keys(shownAuditRecord(bare)).sort()).toEqual([
      'actor',
      'event_type',
      'hash',
      'id',
      'metadata',
      'occurred_at',
      'outcome',
      'prev_hash',
      'sequence',
    ])
    expect(shownAuditRecord(bare).actor).toEqual({ type: 'anonymous' })
  })

  it('are hashed without members that a store adds', () => {
    const [record] = chainOf(1) as [AuditRecord]
    expect(recordHash({ ...record, chain: 'org-1' } as AuditRecord)).toBe(record.hash)
  })

  it('contain only text that every store returns unchanged, however hostile the event', () => {
    fc.assert(
      fc.property(anyEvent, (any) => {
        const record = link(undefined, any, id(1), start)
        const stored = JSON.parse(
          Buffer.from(JSON.stringify(record), 'utf8').toString('utf8'),
        ) as AuditRecord
        expect(recordHash(stored)).toBe(record.hash)
        expect(JSON.stringify(record)).not.toMatch(/(?<!\\)(\\\\)*\\(u0000|ud[89a-f])/)
      }),
      { numRuns: 500 },
    )
    const hostile = link(
      undefined,
      { ...event, reason: 'a\0b\ud800c', metadata: { '\udc00': '\\ud800 \\u0000' } },
      id(1),
      start,
    )
    expect(hostile).toMatchObject({
      reason: 'a\ufffdb\ufffdc',
      metadata: { '\ufffd': '\\ud800 \\u0000' },
    })
  })

  it('are of kinds that are listed once each', () => {
    expect(new Set(AUDIT_KINDS).size).toBe(AUDIT_KINDS.length)
    expect(AUDIT_KINDS).toContain('policy.updated')
  })
})

describe('audit chain', () => {
  const records = chainOf(40)
  const last = records.at(-1)!
  const at = (sequence: number) => records[sequence - 1]!
  const changed = (sequence: number, change: Partial<AuditRecord>) =>
    records.with(sequence - 1, { ...at(sequence), ...change })

  it('I-15: verifies unchanged records', () => {
    expect(check(records)).toEqual({
      intact: true,
      checked: 40,
      head: { sequence: 40, hash: last.hash },
    })
    expect(check(records, { head: last }).intact).toBe(true)
    expect(check([])).toEqual({
      intact: true,
      checked: 0,
      head: { sequence: 0, hash: FIRST_PREV_HASH },
    })
  })

  it('I-15: verifies shown or exported records', () => {
    expect(check(records.map(shownAuditRecord), { head: last }).intact).toBe(true)
  })

  it('I-15: detects a deleted record as a gap, and a deleted first record as a missing checkpoint', () => {
    expect(check(records.toSpliced(9, 1)).broken).toEqual({ sequence: 10, fault: 'gap' })
    expect(check(records.slice(1)).broken).toEqual({ sequence: 1, fault: 'missing_checkpoint' })
  })

  it('I-15: detects moved and repeated records as reordered', () => {
    expect(check(records.with(9, at(11)).with(10, at(10))).broken).toEqual({
      sequence: 10,
      fault: 'reordered',
    })
    expect(check(records.toSpliced(9, 0, at(5))).broken).toEqual({
      sequence: 10,
      fault: 'reordered',
    })
  })

  it('I-15: detects an edit of any member, and several edits at the first of them', () => {
    const edits: Partial<AuditRecord>[] = [
      { id: id(99) },
      { organization_id: 'org-2' },
      { workspace_id: null },
      { event_type: 'plan.changed' },
      { outcome: 'denied' },
      { actor: { ...event.actor, ip: '192.0.2.2' } },
      { actor: { ...event.actor, type: 'admin' } },
      { target: { type: 'policy', id: 'p-2' } },
      { target: null },
      { reason: '' },
      { request_id: 'req-2' },
      { occurred_at: start },
      { metadata: {} },
      { prev_hash: at(8).hash },
      { hash: at(8).hash },
    ]
    for (const edit of edits)
      expect(check(changed(10, edit)).broken).toEqual({ sequence: 10, fault: 'edited' })
    expect(check(changed(10, { reason: 'x' }).with(19, { ...at(20), reason: 'y' })).broken).toEqual(
      { sequence: 10, fault: 'edited' },
    )
  })

  it('I-15: detects an edited sequence, whatever the hash is', () => {
    expect(check(changed(10, { sequence: 11 })).broken?.sequence).toBe(10)
    expect(
      check(changed(10, { sequence: 9, hash: recordHash({ ...at(10), sequence: 9 }) })).broken
        ?.sequence,
    ).toBe(10)
  })

  it('I-15: detects an edit with a valid hash at the next record, and a rewritten chain by comparison with a known head', () => {
    const forged = { ...at(10), reason: 'nothing happened' }
    const replaced = records.with(9, { ...forged, hash: recordHash(forged) })
    expect(check(replaced).broken).toEqual({ sequence: 11, fault: 'wrong_prev_hash' })
    const rewritten = chainOf(40, (sequence) => ({
      sequence: sequence === 10 ? 'another' : sequence,
    }))
    expect(check(rewritten).intact).toBe(true)
    expect(check(rewritten, { head: last }).broken).toEqual({ sequence: 40, fault: 'rewritten' })
  })

  it('I-15: detects a truncated end by comparison with a known head', () => {
    expect(check(records.slice(0, 30)).intact).toBe(true)
    expect(check(records.slice(0, 30), { head: last }).broken).toEqual({
      sequence: 31,
      fault: 'truncated',
    })
  })

  it('I-15: detects a record of another chain', () => {
    const other = link(at(9), { ...event, organization_id: 'org-2' }, id(10), start)
    expect(check(records.with(9, other)).intact).toBe(false)
  })

  it('I-17: verifies the remainder after a purge from the record before it', () => {
    const before: ChainHead = at(25)
    expect(check(records.slice(25), { start: before })).toEqual({
      intact: true,
      checked: 15,
      head: { sequence: 40, hash: last.hash },
    })
    const another = { sequence: 25, hash: at(24).hash }
    expect(check(records.slice(25), { start: another }).broken).toEqual({
      sequence: 26,
      fault: 'wrong_prev_hash',
    })
  })

  it('I-15: detects every change to one record of a long chain', () => {
    const long = chainOf(2000)
    const known = long.at(-1)!
    const tampered = fc
      .tuple(fc.nat(1999), fc.constantFrom('edit', 'delete', 'swap', 'repeat', 'rehash'))
      .map(([index, how]) => {
        const record = long[index]!
        const edited = { ...record, reason: 'edited' }
        if (how === 'edit') return long.with(index, edited)
        if (how === 'rehash') return long.with(index, { ...edited, hash: recordHash(edited) })
        if (how === 'delete') return long.toSpliced(index, 1)
        if (how === 'repeat') return long.toSpliced(index, 0, record)
        const neighbour = index === 0 ? 1 : index - 1
        return long.with(index, long[neighbour]!).with(neighbour, record)
      })
    fc.assert(
      fc.property(tampered, (chain) => {
        expect(check(chain, { head: known }).intact).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('reports the first break while further records are fed', () => {
    const chain = verifyChain()
    expect(chain.feed(at(1))).toBeUndefined()
    expect(chain.feed({ ...at(2), reason: 'x' })).toEqual({ sequence: 2, fault: 'edited' })
    expect(chain.feed(at(3))).toEqual({ sequence: 2, fault: 'edited' })
    expect(chain.report()).toMatchObject({ intact: false, checked: 3, head: { sequence: 1 } })
  })
})
