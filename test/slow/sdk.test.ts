import { describe, expect, it } from 'vitest'
import { CHEAP, DOCUMENTS, LANGUAGES } from '../../sdk/languages.ts'
import { prove } from '../../sdk/prove.ts'

describe('an SDK generated from the contract', () => {
  // The languages that need more than node_modules are run by `npm run sdk:proof`.
  it.each(LANGUAGES.filter(({ folder }) => CHEAP.includes(folder)))(
    'in $title by $generator from $document compiles and completes every step',
    async (language) => {
      const { verdict, steps } = await prove(language)
      expect({ verdict, steps }).toEqual({
        verdict: { kind: 'ok' },
        steps: DOCUMENTS[language.document].steps.length,
      })
    },
  )
})
