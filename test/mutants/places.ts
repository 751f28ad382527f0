import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import ts from 'typescript'
import { ROOT } from './copy.ts'
import { OPERATORS, type Change, type OperatorName } from './operators.ts'

/**
 * The place of a fault, described by syntax so that it does not depend on line numbers: the names of the enclosing functions, the text,
 * and its index among the equal texts in those functions.
 */
export interface Place {
  readonly file: string
  readonly operator: OperatorName
  /** Names of the enclosing functions and variables, the outermost first. */
  readonly within: string
  /** The text without white space. */
  readonly text: string
  readonly nth: number
}

export interface Site {
  readonly place: Place
  readonly change: Change
  /** The function that must run for the fault to have an effect, as `functionsOf` names it; empty if loading the file suffices. */
  readonly scope: string
}

/** A function of a file: its name, including those of enclosing functions, and its body. */
export interface FunctionBody {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly isBlock: boolean
}

/** Returns every function with a body. Anonymous functions have the name of the enclosing one. */
export function functionsOf(file: string, content: string): readonly FunctionBody[] {
  const source = parse(file, content)
  const found: FunctionBody[] = []
  const visit = (node: ts.Node, names: readonly string[]): void => {
    const inner = [...names, ...nameOf(node, source)]
    const body = bodyOf(node)
    if (body)
      found.push({
        name: inner.join('.'),
        start: body.getStart(source),
        end: body.getEnd(),
        isBlock: ts.isBlock(body),
      })
    ts.forEachChild(node, (child) => visit(child, inner))
  }
  visit(source, [])
  return found
}

const parse = (file: string, content: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    content,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

const bodyOf = (node: ts.Node): ts.ConciseBody | undefined =>
  ts.isFunctionLike(node) && 'body' in node ? (node.body as ts.ConciseBody | undefined) : undefined

/** Returns every place of a file to which an operator applies. */
export function sitesOf(file: string, content: string): readonly Site[] {
  const source = parse(file, content)
  const counts = new Map<string, number>()
  const sites: Site[] = []
  const visit = (node: ts.Node, names: readonly string[], scope: string): void => {
    if (
      ts.isTypeNode(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isImportDeclaration(node)
    )
      return
    const inner = [...names, ...nameOf(node, source)]
    // The source file is skipped, because operators examine the parent of a node.
    if (!ts.isSourceFile(node))
      for (const [operator, propose] of Object.entries(OPERATORS) as [
        OperatorName,
        (typeof OPERATORS)[OperatorName],
      ][]) {
        for (const change of propose(node, source)) {
          const text = shortened(content.slice(change.start, change.end).replace(/\s+/g, ''))
          const key = [operator, inner.join('.'), text].join('\n')
          const nth = counts.get(key) ?? 0
          counts.set(key, nth + 1)
          sites.push({
            place: { file, operator, within: inner.join('.'), text, nth },
            change,
            scope,
          })
        }
      }
    const body = bodyOf(node)
    ts.forEachChild(node, (child) => visit(child, inner, child === body ? inner.join('.') : scope))
  }
  visit(source, [], '')
  return sites
}

/** Number of faults by module: more where a mistake stays undetected for longer. */
export const FAULT_COUNTS: Readonly<Record<string, number>> = {
  'src/{agent/external,child-processes}': 12,
  'src/agent/server': 16,
  'src/agent/{bridge,foreign}': 12,
  'src/agent': 40,
  'src/jobs': 24,
  'src/store/sql': 24,
  'src/store/lowdb': 12,
  'src/store/transactions/{installations,trust}': 20,
  'src/store/transactions': 40,
  'src/domain/transparency': 12,
  'src/domain/{policies,search}': 10,
  'src/domain': 30,
  'src/app': 12,
  'src/contract': 16,
  'src/auth': 12,
  'src/handlers': 16,
  'src/ports': 16,
  'src/config': 10,
  'src/{cli,terminal}': 12,
  'src/{transparency,witness}': 10,
  'src/store/verify': 10,
  'src/load': 10,
  'src/docs': 10,
  'dashboard/src': 30,
  'conformance/src': 20,
}

/** The modules that are counted separately, as glob patterns. */
export const AREAS: readonly string[] = Object.keys(FAULT_COUNTS)
export const areaOf = (file: string): string =>
  AREAS.find((area) => matchesGlob(file, `${area}/**`))!

/** Returns the source files of all modules, sorted. */
export const sourceFiles = (): readonly string[] =>
  [
    ...new Set(
      globSync(
        AREAS.map((area) => `${area}/**/*.{ts,tsx}`),
        { cwd: ROOT },
      ),
    ),
  ].toSorted()

/** Reads the committed list of faults. */
export const readFaults = (): readonly Place[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'faults.json'), 'utf8')) as readonly Place[]

/** Finds a place among those of its file. */
export const findSite = (place: Place, sites: readonly Site[]): Site | undefined =>
  sites.find(
    ({ place: { operator, within, text, nth } }) =>
      operator === place.operator &&
      within === place.within &&
      text === place.text &&
      nth === place.nth,
  )

/** Returns the source with a fault in it. @throws Error if the place does not exist any more */
export function planted(place: Place, content: string): string {
  const site = findSite(place, sitesOf(place.file, content))
  if (!site)
    throw new Error(
      `${describePlace(place)} does not exist any more; run \`node test/mutants/draw.ts\` to draw another`,
    )
  const { start, end, replacement } = site.change
  return content.slice(0, start) + replacement + content.slice(end)
}

/** Describes a place on one line. */
export const describePlace = ({ file, operator, within, text }: Place): string =>
  `${file} ${within}: ${operator} at ${text}`

/** Returns an identifier that is the same in every run. */
export const faultId = ({ file, operator, within, text, nth }: Place): string =>
  createHash('sha256')
    .update([file, operator, within, text, nth].join('\n'))
    .digest('hex')
    .slice(0, 10)

const MAX_TEXT = 120
const shortened = (text: string): string =>
  text.length <= MAX_TEXT
    ? text
    : `${text.slice(0, MAX_TEXT)}#${createHash('sha256').update(text).digest('hex').slice(0, 8)}`

function nameOf(node: ts.Node, source: ts.SourceFile): readonly string[] {
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyAssignment(node)
  if (!named || !node.name || !(ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)))
    return []
  return [node.name.getText(source)]
}
