import type { SampleHeader, SampleRequest } from './request.ts'

/** Writes a string in double quotes. Go has the same escapes as JSON. */
const text = (value: string): string => JSON.stringify(value)

const CHECK = '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n'

/** Writes a request as a Go program that uses only the standard library. */
export function go({ method, url, headers, body }: SampleRequest): string {
  const readsVariable = headers.some(({ variable }) => variable !== undefined)
  const imports = [
    'fmt',
    'io',
    'log',
    'net/http',
    ...(readsVariable ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
  ]
  return `package main

import (
${imports.map((name) => `\t${text(name)}\n`).join('')})

func main() {
${body === undefined ? '' : `\tbody := strings.NewReader(${jsonText(body)})\n`}\trequest, err := http.NewRequest(${text(method)}, ${text(url)}, ${body === undefined ? 'nil' : 'body'})
${CHECK}${headers.map(setHeader).join('')}\tresponse, err := http.DefaultClient.Do(request)
${CHECK}\tdefer response.Body.Close()
\tcontent, err := io.ReadAll(response.Body)
${CHECK}\tfmt.Println(response.Status, string(content))
}`
}

/** Writes the text of a body between backquotes or, if it contains a backquote, in double quotes. */
function jsonText(body: unknown): string {
  const content = JSON.stringify(body, null, 2)
  return content.includes('`') ? text(content) : `\`${content}\``
}

const setHeader = ({ name, text: before, variable }: SampleHeader): string =>
  `\trequest.Header.Set(${text(name)}, ${[
    ...(before === '' ? [] : [text(before)]),
    ...(variable === undefined ? [] : [`os.Getenv(${text(variable)})`]),
  ].join('+')})\n`
