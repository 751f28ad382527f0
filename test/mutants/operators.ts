import ts from 'typescript'

/** A change to the source text that a careless author could have made. */
export interface Change {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** Returns the changes of one kind to a node; none if it does not apply. */
type Operator = (node: ts.Node, source: ts.SourceFile) => readonly Change[]

const textOf = (node: ts.Node, source: ts.SourceFile): string => node.getText(source)
const replace = (node: ts.Node, source: ts.SourceFile, replacement: string): readonly Change[] => [
  { start: node.getStart(source), end: node.getEnd(), replacement },
]

/** Negates the condition of an `if`, a `while` loop or a conditional expression. */
const negate: Operator = (node, source) => {
  const condition =
    ts.isIfStatement(node) || ts.isWhileStatement(node)
      ? node.expression
      : ts.isConditionalExpression(node)
        ? node.condition
        : undefined
  return condition ? replace(condition, source, `!(${textOf(condition, source)})`) : []
}

const BOUNDARIES: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
/** Includes or excludes the boundary of a comparison. */
const boundary: Operator = (node, source) => {
  if (!ts.isBinaryExpression(node)) return []
  const neighbour = BOUNDARIES[textOf(node.operatorToken, source)]
  return neighbour === undefined ? [] : replace(node.operatorToken, source, neighbour)
}

const CONNECTIVES: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' }
/** Exchanges `&&` and `||`. */
const connective: Operator = (node, source) => {
  if (!ts.isBinaryExpression(node)) return []
  const other = CONNECTIVES[textOf(node.operatorToken, source)]
  return other === undefined || isSpread(node) ? [] : replace(node.operatorToken, source, other)
}
const isSpread = (node: ts.Node): boolean =>
  ts.isSpreadAssignment(node.parent) ||
  (ts.isParenthesizedExpression(node.parent) && ts.isSpreadAssignment(node.parent.parent))

/** Removes a statement, except one that only writes to a log. */
const statement: Operator = (node, source) => {
  if (!ts.isExpressionStatement(node)) return []
  const called = ts.isAwaitExpression(node.expression)
    ? node.expression.expression
    : node.expression
  const counts =
    ts.isCallExpression(called) ||
    (ts.isBinaryExpression(called) &&
      called.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      called.operatorToken.kind <= ts.SyntaxKind.LastAssignment)
  return counts && !/^(await )?[\w.]*(log|logger|console|print)\b/.test(textOf(node, source))
    ? replace(node, source, ';')
    : []
}

/** Removes a filter, or the last condition of a query. */
const filter: Operator = (node, source) => {
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'filter'
  ) {
    return replace(node, source, textOf(node.expression.expression, source))
  }
  const isWhere =
    ts.isPropertyAssignment(node) &&
    textOf(node.name, source) === 'where' &&
    ts.isObjectLiteralExpression(node.initializer)
  const members = isWhere ? (node.initializer as ts.ObjectLiteralExpression).properties : undefined
  if (!members || members.length < 2) return []
  const last = members.at(-1)!
  return [{ start: members.at(-2)!.getEnd(), end: last.getEnd(), replacement: '' }]
}

/** Removes an `await`. */
const unawaited: Operator = (node, source) =>
  ts.isAwaitExpression(node) && ts.isExpressionStatement(node.parent)
    ? replace(node, source, textOf(node.expression, source))
    : []

/** Replaces an error code or outcome with another one from the same file. */
const outcome: Operator = (node, source) => {
  if (!ts.isStringLiteral(node)) return []
  const isRefused =
    ts.isCallExpression(node.parent) &&
    /(^|\.)(refuse|problem|failed|invalid|taskError)$/.test(
      textOf(node.parent.expression, source),
    ) &&
    node.parent.arguments[0] === node
  const isKind =
    ts.isPropertyAssignment(node.parent) &&
    /^(kind|code|status|reason|outcome)$/.test(textOf(node.parent.name, source))
  if (!isRefused && !isKind) return []
  const same = (other: string): boolean => /^[A-Z]/.test(other) === /^[A-Z]/.test(node.text)
  const others = [
    ...new Set(
      [
        ...source.text.matchAll(
          isRefused
            ? /(?:refuse|problem|failed|invalid|taskError)\('(\w+)'/g
            : /(?:kind|code|status|reason|outcome): '(\w+)'/g,
        ),
      ].map(([, text]) => text!),
    ),
  ]
  const other = others.find((text) => text !== node.text && same(text))
  return other === undefined ? [] : replace(node, source, `'${other}'`)
}

/** Increments a number. */
const number: Operator = (node, source) =>
  ts.isNumericLiteral(node) &&
  !ts.isLiteralTypeNode(node.parent) &&
  !ts.isElementAccessExpression(node.parent)
    ? replace(node, source, String(Number(node.text.replaceAll('_', '')) + 1))
    : []

/** Exchanges `true` and `false`. */
const flag: Operator = (node, source) => {
  if (ts.isLiteralTypeNode(node.parent)) return []
  if (node.kind === ts.SyntaxKind.TrueKeyword) return replace(node, source, 'false')
  return node.kind === ts.SyntaxKind.FalseKeyword ? replace(node, source, 'true') : []
}

export const OPERATORS = {
  negate,
  boundary,
  connective,
  statement,
  filter,
  unawaited,
  outcome,
  number,
  flag,
} as const satisfies { readonly [name: string]: Operator }
export type OperatorName = keyof typeof OPERATORS
