import { afterAll, describe, expect, it } from 'vitest'
import { isToolMissing } from '../../../test/kit/tools.ts'
import { HOSTED, IN_OTHER_WORDS, isSame, WITHOUT_LINES } from '../support/pasted.ts'
import { paste } from '../support/shell.ts'

describe.skipIf(isToolMissing('curl')).each(HOSTED)(
  'what is printed about a broken $suite.subject, pasted into a shell',
  ({ suite, mutants }) => {
    const figures = { pasted: 0, scripts: 0, without: new Set<string>(), other: new Set<string>() }
    afterAll(() => {
      console.log(
        `${suite.subject}: ${figures.pasted} violations seen again with curl, ${figures.scripts} of them with a script of several requests; not with curl: ${[...figures.without].join(', ') || 'none'}.`,
      )
      // Whatever is excepted has to be met, so that the lists shrink with what they are about.
      expect([...figures.without].sort()).toEqual(
        Object.keys(WITHOUT_LINES).filter((id) => mutants.some(({ kills }) => kills.includes(id))),
      )
      expect([...figures.other].sort()).toEqual(
        Object.keys(IN_OTHER_WORDS)
          .filter((name) => mutants.some((mutant) => mutant.name === name))
          .sort(),
      )
    })

    it.concurrent.each(mutants)('$name: shows the same violation', async (mutant) => {
      const pasted = await paste(suite, mutant)
      expect(pasted.map(({ rule }) => rule).toSorted()).toEqual(mutant.kills.toSorted())
      for (const one of pasted) {
        if (one.lines.length === 0) {
          expect(WITHOUT_LINES).toHaveProperty(one.rule)
          figures.without.add(one.rule)
          continue
        }
        figures.pasted += 1
        if (one.lines.length > 1) figures.scripts += 1
        if (mutant.name in IN_OTHER_WORDS) figures.other.add(mutant.name)
        if (!isSame(mutant, one))
          expect({ rule: one.rule, ...one.again, printed: one.printed, lines: one.lines }).toEqual({
            rule: one.rule,
            ...one.seen,
          })
      }
    })
  },
)
