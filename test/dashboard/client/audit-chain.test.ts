import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { ChainResult } from '../../../dashboard/src/pages/audit/chain.tsx'
import { textOf } from './render.ts'

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
