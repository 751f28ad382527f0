import { afterAll, describe, expect, it } from 'vitest'
import { samples } from '../../../test/kit/samples.ts'
import { isToolMissing } from '../../../test/kit/tools.ts'
import {
  isSame,
  oneForEachRule,
  NOT_REPRODUCIBLE,
  REPRODUCTION_CASES,
  VARYING_TEXT,
} from '../support/reproduction-cases.ts'
import { reproduceFindings } from '../support/reproduction.ts'

/** The commands depend on the rule and not on the fault that it finds, so the smaller sample has one fault for each rule. */
const CASES = samples(
  REPRODUCTION_CASES.map(({ suite, mutants }) => ({ suite, mutants: oneForEachRule(mutants) })),
  REPRODUCTION_CASES,
)

describe.skipIf(isToolMissing('curl')).each(CASES)(
  'the printed commands of a finding, for the $suite.subject suite',
  ({ suite, mutants }) => {
    const counts = { commands: 0, scripts: 0 }
    const withoutCommands = new Set<string>()
    const withVaryingText = new Set<string>()
    afterAll(() => {
      console.log(
        `${suite.subject}: curl reproduced ${counts.commands} findings, ${counts.scripts} of them with a script of several requests; without commands: ${[...withoutCommands].join(', ') || 'none'}.`,
      )
      // Every exception has to occur, so that the lists contain no outdated one.
      expect([...withoutCommands].sort()).toEqual(
        Object.keys(NOT_REPRODUCIBLE).filter((id) =>
          mutants.some(({ foundBy }) => foundBy.includes(id)),
        ),
      )
      expect([...withVaryingText].sort()).toEqual(
        Object.keys(VARYING_TEXT)
          .filter((name) => mutants.some((mutant) => mutant.name === name))
          .sort(),
      )
    })

    it.concurrent.each(mutants)('$name: reproduce the finding', async (mutant) => {
      const reproductions = await reproduceFindings(suite, mutant)
      expect(reproductions.map(({ rule }) => rule).toSorted()).toEqual(mutant.foundBy.toSorted())
      for (const reproduction of reproductions) {
        const { rule, lines, original, reproduced, output } = reproduction
        if (lines.length === 0) {
          expect(NOT_REPRODUCIBLE).toHaveProperty(rule)
          withoutCommands.add(rule)
          continue
        }
        counts.commands += 1
        if (lines.length > 1) counts.scripts += 1
        if (mutant.name in VARYING_TEXT) withVaryingText.add(mutant.name)
        if (!isSame(mutant, reproduction))
          expect({ rule, ...reproduced, output, lines }).toEqual({ rule, ...original })
      }
    })
  },
)
