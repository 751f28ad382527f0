import type { SampleHeader, SampleRequest } from './request.ts'

/** Writes a request as a curl command. */
export function curl({ method, url, headers, body }: SampleRequest): string {
  const isDefault = method === (body === undefined ? 'GET' : 'POST')
  return [
    `curl ${isDefault ? '' : `-X ${method} `}"${url}"`,
    ...headers.map((header) => `-H ${headerOption(header)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ')
}

/** Returns a header as one word. The shell inserts the value of a variable only between double quotes. */
const headerOption = ({ name, text, variable }: SampleHeader): string =>
  variable === undefined ? quoted(`${name}: ${text}`) : `"${name}: ${text}$${variable}"`

/** Quotes a string as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
