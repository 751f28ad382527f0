import { literal, type LiteralStyle } from './literal.ts'
import type { SampleHeader, SampleRequest } from './request.ts'

/** Writes a string in single quotes. TypeScript has the same escapes as JSON, except for the quotes. */
const text = (value: string): string =>
  `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const STYLE: LiteralStyle = {
  text,
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : text(name)),
  constants: { true: 'true', false: 'false', null: 'null' },
  indent: '  ',
}
const READ = { json: ', await response.json()', text: ', await response.text()', nothing: '' }

/** Writes a request as a TypeScript module that runs in Node without packages. */
export function typescript({ method, url, headers, body, response }: SampleRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',\n`]),
    ...(headers.length === 0 ? [] : [`  headers: {\n${headers.map(member).join('')}  },\n`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, STYLE, 1)}),\n`]),
  ]
  return `const response = await fetch(${text(url)}${options.length === 0 ? '' : `, {\n${options.join('')}}`})
console.log(response.status${READ[response]})`
}

const member = ({ name, ...value }: SampleHeader): string =>
  `    ${STYLE.key(name)}: ${valueOf(value)},\n`

function valueOf({ text: before, variable }: Omit<SampleHeader, 'name'>): string {
  if (variable === undefined) return text(before)
  return before === '' ? `process.env.${variable}!` : `\`${before}\${process.env.${variable}}\``
}
