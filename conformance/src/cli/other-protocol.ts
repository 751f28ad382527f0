import type { Suite } from '../engine/types.ts'
import type { Report } from '../report/data.ts'

/** Returns how to judge a target that does not implement the interface but supports another protocol; undefined for any other target. */
export function otherProtocol({ gate, sections }: Suite, { rules }: Report): string | undefined {
  const passes = (wanted: string): boolean =>
    rules.some(({ id, state }) => id === wanted && state === 'PASS')
  const isJudged = rules.some(({ id }) => gate.rules.includes(id))
  if (!isJudged || gate.rules.some(passes)) return undefined
  const found = sections.filter(({ protocol }) => protocol && passes(protocol.identified_by))
  if (found.length === 0) return undefined
  const names = found.map(({ title }) => title).join(', ')
  const profiles = found.map(({ id }) => `--profile ${id}`).join(' or ')
  return `The target does not implement the interface, but it supports ${names}. Judge it with ${profiles}.`
}
