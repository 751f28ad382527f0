/** The members of a record with these names. Those that can be null or undefined are optional. */
type Members<T, Name extends keyof T> = {
  [N in Name as null extends T[N] ? never : undefined extends T[N] ? never : N]: T[N]
} & {
  [N in Name as null extends T[N] ? N : undefined extends T[N] ? N : never]?: NonNullable<T[N]>
}

/** Returns the members of a record that have one of these names and a value (docs/specification/http.md#absent-values). */
export function membersOf<T extends object, const Name extends keyof T>(
  record: T,
  names: readonly Name[],
): Members<T, Name> {
  const members = names.filter((name) => record[name] !== null && record[name] !== undefined)
  return Object.fromEntries(members.map((name) => [name, record[name]])) as Members<T, Name>
}
