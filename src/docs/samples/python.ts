import { literal, type LiteralStyle } from './literal.ts'
import type { SampleHeader, SampleRequest } from './request.ts'

/** Writes a string in double quotes. Python has the same escapes as JSON. */
const text = (value: string): string => JSON.stringify(value)

const STYLE: LiteralStyle = {
  text,
  key: text,
  constants: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
}
const READ = { json: ', json.load(response)', text: ', response.read().decode()', nothing: '' }

/** Writes a request as a Python program that uses only the standard library. */
export function python({ method, url, headers, body, response }: SampleRequest): string {
  const modules = [
    ...(response === 'json' || body !== undefined ? ['json'] : []),
    ...(headers.some(({ variable }) => variable !== undefined) ? ['os'] : []),
  ]
  const values = [
    `    ${text(url)},\n`,
    ...(method === 'GET' ? [] : [`    method=${text(method)},\n`]),
    ...(headers.length === 0 ? [] : [`    headers={\n${headers.map(member).join('')}    },\n`]),
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, STYLE, 1)}).encode(),\n`]),
  ]
  return `${modules.map((name) => `import ${name}\n`).join('')}from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
${values.join('')})
try:
    with urlopen(request) as response:
        print(response.status${READ[response]})
except HTTPError as error:
    print(error.code, error.read().decode())`
}

const member = ({ name, text: before, variable }: SampleHeader): string =>
  `        ${text(name)}: ${[
    ...(before === '' ? [] : [text(before)]),
    ...(variable === undefined ? [] : [`os.environ[${text(variable)}]`]),
  ].join(' + ')},\n`
