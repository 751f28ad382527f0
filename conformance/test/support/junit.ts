import { parseXml, type Element } from './xml.ts'

type Kind = 'text' | 'count' | 'seconds' | 'moment'
interface Shape {
  readonly required: Readonly<Record<string, Kind>>
  readonly optional?: Readonly<Record<string, Kind>>
  readonly children?: readonly string[]
  readonly most?: number
  readonly text?: true
}

/** What the schema that Jenkins and Surefire share asks of each element; in the order of its children one may rely on nothing. */
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
      timestamp: 'moment',
    },
    children: ['testcase'],
  },
  testcase: {
    required: { name: 'text', classname: 'text' },
    optional: { time: 'seconds' },
    children: ['skipped', 'failure', 'error', 'system-out'],
    most: 1,
  },
  skipped: { required: {}, optional: { message: 'text' } },
  failure: { required: {}, optional: { message: 'text', type: 'text' }, text: true },
  error: { required: {}, optional: { message: 'text', type: 'text' }, text: true },
  'system-out': { required: {}, text: true },
}

const FITS: Readonly<Record<Kind, RegExp>> = {
  text: /^/,
  count: /^\d+$/,
  seconds: /^\d+(?:\.\d+)?$/,
  moment: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?$/,
}

/** What a JUnit report has that the schema does not let through; and counts that are not those of its cases. @throws Error when it is not XML */
export function junitFaults(document: string): readonly string[] {
  const root = parseXml(document)
  return [
    ...(root.name === 'testsuites' ? [] : [`the root is ${root.name}`]),
    ...shapeFaults(root),
    ...root.children.flatMap(countFaults),
    ...countFaults(root),
  ]
}

function shapeFaults({ name, attributes, children, text }: Element): readonly string[] {
  const shape = SHAPES[name]
  if (!shape) return [`<${name}> is unknown`]
  const kinds = { ...shape.required, ...shape.optional }
  return [
    ...Object.keys(shape.required)
      .filter((one) => !(one in attributes))
      .map((one) => `<${name}> lacks ${one}`),
    ...Object.entries(attributes)
      .filter(([one, value]) => !FITS[kinds[one] ?? 'text'].test(value) || !(one in kinds))
      .map(([one, value]) => `<${name} ${one}="${value}">`),
    ...children
      .filter((child) => !shape.children?.includes(child.name))
      .map((child) => `<${child.name}> in <${name}>`),
    ...(children.length > (shape.most ?? Infinity) ? [`too much in <${name}>`] : []),
    ...(text.trim() !== '' && !shape.text ? [`text in <${name}>`] : []),
    ...children.flatMap(shapeFaults),
  ]
}

function countFaults(element: Element): readonly string[] {
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
