import { expect, it } from 'vitest'
import { RELEVANCE, relevanceOf, searchQuery } from '../../../src/domain/search/query.ts'
import { searchColumnsOf } from '../../../src/domain/search/text.ts'
import { nameKey } from '../../../src/domain/search/words.ts'

const agentNamed = (name: string, details = {}) => ({
  svc_id: 'a',
  organization_id: 'org_a',
  name,
  name_key: nameKey(name),
  listed: 'public' as const,
  score: 0,
  category: null,
  llm_provider: null,
  registered_at: '',
  ...searchColumnsOf({ details }),
})

it.each([
  ['verified', RELEVANCE.exact],
  ['public', RELEVANCE.keywords],
] as const)(
  'a stated publisher or capability of an agent that is %s has relevance %i',
  (listed, relevance) => {
    for (const details of [{ publisher: 'Invoice Reader' }, { capabilities: ['Invoice Reader'] }]) {
      const agent = { ...agentNamed('Other', details), listed }
      expect(relevanceOf(agent, searchQuery('Invoice Reader')!, new Set())).toBe(relevance)
    }
  },
)

it.each([
  ['Cafe', 'cafe', RELEVANCE.exact],
  ['Cafés', 'cafe', RELEVANCE.prefix],
  ['Grand Café', 'cafe', RELEVANCE.name],
  ['Министерство обороны', 'министерство обороны', RELEVANCE.exact],
  ['Министерство обороны', 'министерство обо', RELEVANCE.prefix],
  ['Министерство обороны', 'обороны министерство', RELEVANCE.name],
  ['Министерство обороны', 'министерство образования', undefined],
] as const)('for an agent named %s and the query %s, the relevance is %s', (name, q, relevance) => {
  expect(relevanceOf(agentNamed(name), searchQuery(q)!, new Set())).toBe(relevance)
})

it('an agent has the best of the relevances of its identifier and its name', () => {
  const found = (name: string, svc_id: string) =>
    relevanceOf({ ...agentNamed(name), svc_id }, searchQuery('cafe')!, new Set([svc_id]))
  expect(found('Cafe', 'cafe01')).toBe(RELEVANCE.exact)
  expect(found('Other', 'cafe')).toBe(RELEVANCE.exact)
  expect(found('Other', 'cafe01')).toBe(RELEVANCE.prefix)
})
