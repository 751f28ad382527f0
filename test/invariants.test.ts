import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

const numbered = (
  letter: string,
  count: number,
  without: readonly string[] = [],
): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${letter}-${String(at + 1).padStart(2, '0')}`).filter(
    (name) => !without.includes(name),
  )
/**
 * Lists the invariants: I-01 to I-40, of which I-35 is not in use (docs/specification/README.md#anchors), and T-01 to T-15
 * (docs/specification/trust.md#invariants).
 */
const INVARIANTS = [...numbered('I', 40, ['I-35']), ...numbered('T', 15)]
/** The functions that define a test; `.each` returns another one. */
const TESTS = new Set(['it', 'property'])
const OFF = /\.(?:skip|todo|fails)\b/

/** Returns the first name of a call, and its text before the last parentheses: `it` and `it.each(rows)`. */
function callee(call: ts.CallExpression): readonly [string, string] {
  let first: ts.Expression = call.expression
  while (ts.isPropertyAccessExpression(first) || ts.isCallExpression(first))
    first = first.expression
  return [ts.isIdentifier(first) ? first.text : '', call.expression.getText()]
}

/** Returns the titles, including those of the enclosing groups, of tests that run and have an expectation. */
function titlesIn(text: string): readonly string[] {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true)
  const expects = expecting(source)
  const found: string[] = []
  const visit = (node: ts.Node, around: string): void => {
    if (!ts.isCallExpression(node)) return ts.forEachChild(node, (child) => visit(child, around))
    const [name, whole] = callee(node)
    if (OFF.test(whole)) return
    const [title] = node.arguments
    const titled =
      title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
        ? `${around} ${title.getText()}`
        : around
    if (TESTS.has(name) && titled !== around && node.arguments.slice(1).some(expects))
      found.push(titled)
    ts.forEachChild(node, (child) => visit(child, name === 'describe' ? titled : around))
  }
  visit(source, '')
  return found
}

/** The names of functions that expect something, such as `expect`, `checkAll` and `assert`, but not `expectedRows` or `checkpoint`. */
const EXPECTS = /^(?:expect|check|assert)(?![a-z])/

/** Returns whether a call expects something: `expect(…).toBe(…)`, `expect.poll(…)`, `fc.assert(…)`. */
function isExpectation(call: ts.CallExpression): boolean {
  const called = call.expression
  const last = ts.isPropertyAccessExpression(called) ? called.name.text : ''
  return [callee(call)[0], last].some((name) => EXPECTS.test(name))
}

/** Returns a function that tells whether a node contains an expectation, directly or through functions of the file. */
function expecting(source: ts.SourceFile): (node: ts.Node) => boolean {
  const bodies = new Map<string, ts.Node[]>()
  const note = (node: ts.Node): void => {
    const body = ts.isVariableDeclaration(node)
      ? node.initializer
      : ts.isFunctionDeclaration(node)
        ? node.body
        : undefined
    const { name } = node as ts.FunctionDeclaration | ts.VariableDeclaration
    if (body && name && ts.isIdentifier(name))
      bodies.set(name.text, [...(bodies.get(name.text) ?? []), body])
    ts.forEachChild(node, note)
  }
  note(source)
  const within = (node: ts.Node, seen: Set<string>): boolean => {
    if (ts.isCallExpression(node) && isExpectation(node)) return true
    if (ts.isIdentifier(node) && !seen.has(node.text)) {
      seen.add(node.text)
      if (bodies.get(node.text)?.some((body) => within(body, seen))) return true
    }
    return ts.forEachChild(node, (child) => within(child, seen) || undefined) ?? false
  }
  return (node) => within(node, new Set())
}

it('every invariant is in the title of a test that runs and has an expectation', () => {
  const files = globSync('{test,conformance/test}/**/*.test.ts', {
    cwd: new URL('..', import.meta.url),
  })
  const texts = files
    .map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
    .filter((text) => INVARIANTS.some((name) => text.includes(name)))
  const titles = texts.flatMap(titlesIn)
  expect(INVARIANTS.filter((name) => !titles.some((title) => title.includes(name)))).toEqual([])
})
