import type { components, paths } from '../../../generated/platform.ts'

/** openapi-fetch takes a `readonly` list for an object and gives its methods the type `{}`, so lists are plain here. */
type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T

export type Paths = Plain<paths>
/** The contract's records: `Schemas['Installation']`. */
export type Schemas = Plain<components['schemas']>
