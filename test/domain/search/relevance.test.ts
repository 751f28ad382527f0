import { expect, it } from 'vitest'
import { RELEVANCE, relevanceOf, searchQuery } from '../../../src/domain/search/query.ts'
import { searchColumnsOf } from '../../../src/domain/search/text.ts'

it.each([
  ['verified', RELEVANCE.exact],
  ['public', RELEVANCE.keywords],
] as const)(
  'a stated publisher or capability of an agent that is %s has relevance %i',
  (listed, relevance) => {
    for (const details of [{ publisher: 'Invoice Reader' }, { capabilities: ['Invoice Reader'] }]) {
      const agent = {
        svc_id: 'a',
        organization_id: 'org_a',
        name: 'Other',
        name_key: 'other',
        listed,
        score: 0,
        category: null,
        llm_provider: null,
        registered_at: '',
        ...searchColumnsOf({ details }),
      }
      expect(relevanceOf(agent, searchQuery('Invoice Reader')!, new Set())).toBe(relevance)
    }
  },
)
