/** How a language writes JSON values. */
export interface LiteralStyle {
  readonly text: (text: string) => string
  readonly key: (name: string) => string
  readonly constants: Readonly<Record<'true' | 'false' | 'null', string>>
  readonly indent: string
}

/** Writes a JSON value as a literal. Lines after the first are indented by `depth` levels. */
export function literal(value: unknown, style: LiteralStyle, depth: number): string {
  if (typeof value === 'string') return style.text(value)
  if (Array.isArray(value))
    return enclosed(
      '[]',
      value.map((item) => literal(item, style, depth + 1)),
      style,
      depth,
    )
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => `${style.key(name)}: ${literal(member, style, depth + 1)}`,
    )
    return enclosed('{}', members, style, depth)
  }
  const text = String(value)
  return style.constants[text as keyof LiteralStyle['constants']] ?? text
}

function enclosed(
  [open, close]: string,
  parts: readonly string[],
  { indent }: LiteralStyle,
  depth: number,
): string {
  if (parts.length === 0) return `${open}${close}`
  const lines = parts.map((part) => `${indent.repeat(depth + 1)}${part},\n`)
  return `${open}\n${lines.join('')}${indent.repeat(depth)}${close}`
}
