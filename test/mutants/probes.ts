import { functionsOf } from './places.ts'

/**
 * Returns the source with a probe at the start of each function, which records that a test has executed it. Child processes find the
 * name of the test file in their environment; pages in the browser call a function that the measurement has exposed.
 */
export function withProbes(file: string, content: string, log: string): string {
  const inserts = functionsOf(file, content).flatMap(({ name, start, end, isBlock }) => {
    const call = `__probe(${JSON.stringify(`${file}#${name}`)})`
    return isBlock
      ? [{ at: start + 1, text: `${call};` }]
      : [
          { at: start, text: `(${call}, ` },
          { at: end, text: ')' },
        ]
  })
  // At the same position an end precedes a beginning, and the order of two ends does not matter.
  const ordered = inserts.toSorted((a, b) => b.at - a.at)
  const probed = ordered.reduce(
    (text, { at, text: insert }) => text.slice(0, at) + insert + text.slice(at),
    content,
  )
  return `${probed}\n${probe(log)}\n`
}

const probe = (log: string): string => `
function __probe(name: string): void {
  const shared = globalThis as any
  const test = shared.__vitest_worker__?.filepath ?? shared.process?.env.MUTANTS_TEST ?? ''
  const seen = (shared.__probed ??= new Set())
  const line = test + '\\t' + name
  if (seen.has(line)) return
  seen.add(line)
  if (shared.__note) shared.__note(name)
  else shared.process?.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(log)}, line + '\\n')
}`
