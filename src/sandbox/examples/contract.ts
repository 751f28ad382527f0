import { platformContract } from '../../contracts.ts'

interface Examples {
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>
  readonly parameters: Readonly<Record<string, { readonly example?: unknown }>>
}

const components = platformContract()['components'] as Examples

/** Returns an example of the contract. The sandbox creates its data from the examples, so the data and the contract cannot differ. */
export function exampleOf<Value = Readonly<Record<string, string>>>(name: string): Value {
  const example = components.examples[name]
  if (!example) throw new Error(`The contract has no example ${name}.`)
  return example.value as Value
}

/** Returns the example of a parameter. */
export function parameterOf(name: string): string {
  const example = components.parameters[name]?.example
  if (example === undefined) throw new Error(`The contract has no example of ${name}.`)
  return String(example)
}

/** Returns the identifier without the prefix that states its kind, as the store generates it. */
export const withoutPrefix = (id: string): string => id.slice(id.indexOf('_') + 1)
