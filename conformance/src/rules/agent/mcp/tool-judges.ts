import type { Evidence, Exchange, Judge, Violation } from '../../../engine/types.ts'
import {
  array,
  boolean,
  firstFailure,
  isArray,
  isObject,
  isString,
  notApplicable,
  object,
  OK,
  optional,
  string,
  untested,
  value,
  violation,
  type Assertion,
} from '../../../judge/assertions.ts'
import { requestMember } from '../../../judge/json-rpc.ts'
import { validSchema } from '../../../judge/json-schema.ts'
import { formatValue, member } from '../../../judge/json.ts'
import { responseMember, toolsOf } from '../../../judge/mcp.ts'
import { mismatchOf } from '../../../judge/schema-match.ts'
import { inBothRevisions, checkResponse, eachResponse, hasResult, NOT_SENT } from './judges.ts'

/** The list is missing if the run was stopped before it requested the tools, or if a recording does not contain that request. */
const NOT_LISTED = untested('The server declares tools, but no tools/list request was recorded.')

/** Judges the tool list of a server that declares tools. */
export const toolList: Judge = ({ of }) => {
  const hasTools = of('mcp25.initialize', 'mcp26.discover').some((exchange) =>
    isObject(responseMember(exchange, '/result/capabilities/tools')),
  )
  const lists = of(...inBothRevisions('list'))
  if (!hasTools) return notApplicable('The server does not declare tools.')
  if (lists.length === 0) return NOT_LISTED
  return firstFailure(
    lists.map(
      (list) => () =>
        firstFailure([
          () => checkResponse(list, array('/result/tools')),
          ...toolIndexes(list).map((i) => () => checkResponse(list, ...toolAssertions(i))),
        ]),
    ),
  )
}

const toolIndexes = (list: Exchange): readonly number[] => {
  const tools = responseMember(list, '/result/tools')
  return isArray(tools) ? [...tools.keys()] : []
}

const toolAssertions = (i: number): readonly Assertion[] => [
  value(`/result/tools/${i}/name`, 'a non-empty string', (it) => isString(it) && it !== ''),
  value(`/result/tools/${i}/inputSchema/type`, '"object"', (it) => it === 'object'),
  validSchema(`/result/tools/${i}/inputSchema`),
  optional(`/result/tools/${i}/outputSchema`, validSchema(`/result/tools/${i}/outputSchema`)),
]

const NAME = /^[A-Za-z0-9_.-]{1,128}$/

/** Judges whether tool names have the recommended form and are unique. */
export const toolNames: Judge = ({ of }) =>
  firstFailure(
    of(...inBothRevisions('list')).map((list) => () => {
      const names = toolsOf(list).map(({ name }) => name)
      const firstIndexes = new Map(names.map((name, i) => [name, i] as const).toReversed())
      const index = names.findIndex((name, i) => !NAME.test(name) || firstIndexes.get(name) !== i)
      return index < 0
        ? OK
        : violation({
            exchange: list.key,
            pointer: `body/result/tools/${index}/name`,
            expected: 'a unique name of 1 to 128 letters, digits, _, - and .',
            actual: formatValue(names[index]),
          })
    }),
  )

const CONTENT: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
}

/** Judges tool results. A result that asks the client for further input is not judged. */
export const toolResults: Judge = ({ of }) =>
  eachResponse(
    of(...inBothRevisions('call', 'invalid')).filter(isComplete),
    notApplicable('No tool has returned a result.'),
    array('/result/content'),
    contentFault,
    optional('/result/isError', boolean('/result/isError')),
  )

const isComplete = (exchange: Exchange): boolean =>
  hasResult(exchange) && responseMember(exchange, '/result/resultType') !== 'input_required'

function contentFault(exchange: Exchange): Violation | undefined {
  const content = member(exchange, '/result/content')
  for (const [i, item] of (isArray(content) ? content : []).entries()) {
    const pointer = `/result/content/${i}`
    const type = isObject(item) ? item['type'] : undefined
    const names = isString(type) && Object.hasOwn(CONTENT, type) ? CONTENT[type]! : []
    const found = [
      string(`${pointer}/type`),
      ...names.map((name) => string(`${pointer}/${name}`)),
      ...(type === 'resource' ? [object(`${pointer}/resource`)] : []),
    ]
      .map((assertion) => assertion(exchange))
      .find((fault) => fault !== undefined)
    if (found) return found
  }
  return undefined
}

/** Judges whether structured results match the schemas of their tools. */
export const structuredResults: Judge = (evidence) => {
  const results = evidence
    .of(...inBothRevisions('call'))
    .filter(
      (exchange) => isComplete(exchange) && responseMember(exchange, '/result/isError') !== true,
    )
    .map((exchange) => ({ exchange, schema: outputSchemaOf(evidence, exchange) }))
    .filter((pair) => pair.schema !== undefined)
  if (results.length === 0)
    return notApplicable('No tool with an outputSchema has returned a result.')
  return firstFailure(
    results.map(
      (pair) => () =>
        checkResponse(pair.exchange, (exchange) => structureFault(exchange, pair.schema)),
    ),
  )
}

function outputSchemaOf({ of }: Evidence, call: Exchange): unknown {
  const name = requestMember(call, '/params/name')
  const [list] = of(call.probe.replace(/call$/, 'list'))
  return toolsOf(list).find((tool) => tool.name === name)?.members['outputSchema']
}

function structureFault(exchange: Exchange, schema: unknown): Violation | undefined {
  const found = member(exchange, '/result/structuredContent')
  const mismatch =
    found === undefined
      ? { pointer: '', expected: 'a value', actual: found }
      : mismatchOf(found, schema)
  return mismatch
    ? {
        pointer: `body/result/structuredContent${mismatch.pointer}`,
        expected: `${mismatch.expected}, as outputSchema says`,
        actual: formatValue(mismatch.actual),
      }
    : undefined
}

export const isErrorResult: Judge = ({ of }) =>
  eachResponse(
    of(...inBothRevisions('invalid')),
    NOT_SENT,
    value('/result/isError', 'true', (it) => it === true),
  )
