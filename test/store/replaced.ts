/**
 * Returns an object with one member replaced. Tests use it to let a transaction read an earlier state than the current one of the store.
 */
export const replaced = <T extends object>(original: T, member: keyof T, value: unknown): T =>
  new Proxy(original, {
    get: (target, name) => (name === member ? value : (Reflect.get(target, name) as unknown)),
  })
