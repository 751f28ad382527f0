import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** What a declaration of the handlers says by itself: the codes in it, and which other declarations it uses, as `file#name`. */
interface Said {
  readonly codes: ReadonlySet<string>
  readonly uses: ReadonlySet<string>
}

/**
 * Which problem codes each handler can refuse with, by operationId in the order of `ids`: those that stand in its text, and in that
 * of what it uses of its folder. What the way to a handler refuses with follows from the contract and is not in here.
 */
export function codesOf(
  folder: string,
  ids: readonly string[],
  known: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const files = globSync(`${folder}/**/*.ts`).toSorted()
  const said = new Map(files.flatMap((name) => declarationsIn(name, new Set(known))))
  const handlers = new Map([...said.keys()].map((key) => [key.split('#')[1]!, key]))
  return Object.fromEntries(
    ids.map((id) => [id, known.filter((code) => reach(handlers.get(id)!, said).has(code))]),
  )
}

function reach(
  name: string,
  said: ReadonlyMap<string, Said>,
  seen = new Set<string>(),
): ReadonlySet<string> {
  const here = said.get(name)
  if (!here || seen.has(name)) return new Set()
  seen.add(name)
  return new Set([...here.codes, ...[...here.uses].flatMap((used) => [...reach(used, said, seen)])])
}

/** The methods, functions and constants of a file, each under `file#name`; a handler's name is its operationId. */
function declarationsIn(path: string, known: ReadonlySet<string>): [string, Said][] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: [string, Said][] = []
  const homes = new Map(
    file.statements
      .filter((node) => ts.isImportDeclaration(node))
      .flatMap((node) => importsOf(path, node)),
  )
  const said = (node: ts.Node): Said =>
    saidBy(node, known, (name) => `${homes.get(name) ?? path}#${name}`)
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node) || ts.isFunctionDeclaration(node))
      found.push([`${path}#${node.name?.getText() ?? ''}`, said(node)])
    else if (ts.isVariableDeclaration(node) && !isHandlers(node))
      found.push([`${path}#${node.name.getText()}`, said(node)])
    else ts.forEachChild(node, visit)
  }
  ts.forEachChild(file, visit)
  return found
}

const isHandlers = ({ initializer }: ts.VariableDeclaration): boolean =>
  initializer !== undefined && ts.isSatisfiesExpression(initializer)

/** Imported names with the path of the file that they come from. */
function importsOf(
  path: string,
  { moduleSpecifier, importClause }: ts.ImportDeclaration,
): [string, string][] {
  const names =
    importClause?.namedBindings && ts.isNamedImports(importClause.namedBindings)
      ? importClause.namedBindings.elements
      : []
  const from = (moduleSpecifier as ts.StringLiteral).text
  return from.startsWith('.') ? names.map(({ name }) => [name.text, join(dirname(path), from)]) : []
}

function saidBy(
  declaration: ts.Node,
  known: ReadonlySet<string>,
  keyOf: (name: string) => string,
): Said {
  const codes = new Set<string>()
  const uses = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && known.has(node.text)) codes.add(node.text)
    if (ts.isIdentifier(node)) uses.add(keyOf(node.text))
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(declaration, visit)
  return { codes, uses }
}
