import type { components, paths } from '../../../generated/platform.ts'

/** Makes lists mutable, because openapi-fetch treats a `readonly` list as an object and gives its methods the type `{}`. */
type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T

export type Paths = Plain<paths>
/** The contract's records: `Schemas['Installation']`. */
export type Schemas = Plain<components['schemas']>
