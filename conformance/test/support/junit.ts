import { parseXml, type Element } from './xml.ts'

type Kind = 'text' | 'count' | 'seconds' | 'time'
interface Shape {
  readonly required: Readonly<Record<string, Kind>>
  readonly optional?: Readonly<Record<string, Kind>>
  readonly children?: readonly string[]
  readonly maxChildren?: number
  readonly text?: true
}

/** The common part of the schemas of Jenkins and Surefire. The order of children is not significant. */
const SHAPES: Readonly<Record<string, Shape>> = {
  testsuites: {
    required: {},
    optional: {
      name: 'text',
      tests: 'count',
      failures: 'count',
      errors: 'count',
      skipped: 'count',
      time: 'seconds',
    },
    children: ['testsuite'],
  },
  testsuite: {
    required: { name: 'text', tests: 'count' },
    optional: {
      failures: 'count',
      errors: 'count',
      skipped: 'count',
      time: 'seconds',
      timestamp: 'time',
    },
    children: ['testcase'],
  },
  testcase: {
    required: { name: 'text', classname: 'text' },
    optional: { time: 'seconds' },
    children: ['skipped', 'failure', 'error', 'system-out'],
    maxChildren: 1,
  },
  skipped: { required: {}, optional: { message: 'text' } },
  failure: { required: {}, optional: { message: 'text', type: 'text' }, text: true },
  error: { required: {}, optional: { message: 'text', type: 'text' }, text: true },
  'system-out': { required: {}, text: true },
}

const PATTERNS: Readonly<Record<Kind, RegExp>> = {
  text: /^/,
  count: /^\d+$/,
  seconds: /^\d+(?:\.\d+)?$/,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?$/,
}

/** Returns the violations of the schema in a JUnit report, and wrong counts. @throws Error if it is not XML */
export function junitErrors(document: string): readonly string[] {
  const root = parseXml(document)
  return [
    ...(root.name === 'testsuites' ? [] : [`the root is ${root.name}`]),
    ...shapeErrors(root),
    ...root.children.flatMap(countErrors),
    ...countErrors(root),
  ]
}

function shapeErrors({ name, attributes, children, text }: Element): readonly string[] {
  const shape = SHAPES[name]
  if (!shape) return [`<${name}> is unknown`]
  const kinds = { ...shape.required, ...shape.optional }
  return [
    ...Object.keys(shape.required)
      .filter((one) => !(one in attributes))
      .map((one) => `<${name}> needs ${one}`),
    ...Object.entries(attributes)
      .filter(([one, value]) => !PATTERNS[kinds[one] ?? 'text'].test(value) || !(one in kinds))
      .map(([one, value]) => `<${name} ${one}="${value}">`),
    ...children
      .filter((child) => !shape.children?.includes(child.name))
      .map((child) => `<${child.name}> in <${name}>`),
    ...(children.length > (shape.maxChildren ?? Infinity)
      ? [`too many children in <${name}>`]
      : []),
    ...(text.trim() !== '' && !shape.text ? [`text in <${name}>`] : []),
    ...children.flatMap(shapeErrors),
  ]
}

function countErrors(element: Element): readonly string[] {
  const cases = casesOf(element)
  const count = (child: string): number =>
    cases.filter(({ children }) => children.some(({ name }) => name === child)).length
  const counted = {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  }
  return Object.entries(counted)
    .filter(([name, n]) => Number(element.attributes[name]) !== n)
    .map(
      ([name, n]) =>
        `${name} of ${element.attributes['name']} is ${element.attributes[name]}, not ${n}`,
    )
}

const casesOf = (element: Element): readonly Element[] =>
  element.name === 'testcase' ? [element] : element.children.flatMap(casesOf)
