import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** A declaration of the handlers: the codes in its text, and the declarations that it uses, as `file#name`. */
interface Declaration {
  readonly codes: ReadonlySet<string>
  readonly uses: ReadonlySet<string>
}

/**
 * Returns the problem codes of each handler, by operationId in the order of `ids`: those in its text and in the declarations below
 * `folder` that it uses. Codes of the gates before a handler follow from the contract and are not included.
 */
export function codesOf(
  folder: string,
  ids: readonly string[],
  known: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const files = globSync(`${folder}/**/*.ts`).toSorted()
  const declarations = new Map(files.flatMap((name) => declarationsIn(name, new Set(known))))
  const handlers = new Map([...declarations.keys()].map((key) => [key.split('#')[1]!, key]))
  return Object.fromEntries(
    ids.map((id) => [
      id,
      known.filter((code) => reachableCodes(handlers.get(id)!, declarations).has(code)),
    ]),
  )
}

function reachableCodes(
  name: string,
  declarations: ReadonlyMap<string, Declaration>,
  seen = new Set<string>(),
): ReadonlySet<string> {
  const declaration = declarations.get(name)
  if (!declaration || seen.has(name)) return new Set()
  seen.add(name)
  return new Set([
    ...declaration.codes,
    ...[...declaration.uses].flatMap((used) => [...reachableCodes(used, declarations, seen)]),
  ])
}

/** Returns the methods, functions and constants of a file by `file#name`; a handler's name is its operationId. */
function declarationsIn(path: string, known: ReadonlySet<string>): [string, Declaration][] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: [string, Declaration][] = []
  const sources = new Map(
    file.statements
      .filter((node) => ts.isImportDeclaration(node))
      .flatMap((node) => importsOf(path, node)),
  )
  const declarationOf = (node: ts.Node): Declaration =>
    analyse(node, known, (name) => `${sources.get(name) ?? path}#${name}`)
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node) || ts.isFunctionDeclaration(node))
      found.push([`${path}#${node.name?.getText() ?? ''}`, declarationOf(node)])
    else if (ts.isVariableDeclaration(node) && !isHandlers(node))
      found.push([`${path}#${node.name.getText()}`, declarationOf(node)])
    else ts.forEachChild(node, visit)
  }
  ts.forEachChild(file, visit)
  return found
}

const isHandlers = ({ initializer }: ts.VariableDeclaration): boolean =>
  initializer !== undefined && ts.isSatisfiesExpression(initializer)

/** Returns imported names with the path of the file that they come from. */
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

function analyse(
  node: ts.Node,
  known: ReadonlySet<string>,
  keyOf: (name: string) => string,
): Declaration {
  const codes = new Set<string>()
  const uses = new Set<string>()
  const visit = (child: ts.Node): void => {
    if (ts.isStringLiteral(child) && known.has(child.text)) codes.add(child.text)
    if (ts.isIdentifier(child)) uses.add(keyOf(child.text))
    ts.forEachChild(child, visit)
  }
  ts.forEachChild(node, visit)
  return { codes, uses }
}
