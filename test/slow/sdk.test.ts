import { describe, expect, it } from 'vitest'
import { CHEAP, DOCUMENTS, LANGUAGES } from '../../sdk/languages.ts'
import { prove } from '../../sdk/prove.ts'
import { samples } from '../kit/samples.ts'

describe('an SDK generated from the contract', () => {
  // The others are run by `npm run sdk:proof`, and those of `CHEAP` by `npm run test:complete` as well.
  const GENERATED = samples(['typescript', 'typescript-agent'], CHEAP)
  it.each(LANGUAGES.filter(({ folder }) => GENERATED.includes(folder)))(
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
