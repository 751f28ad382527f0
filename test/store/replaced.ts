/** Returns an object with one member replaced, to let a transaction read what another process has not written yet. */
export const replaced = <T extends object>(original: T, member: keyof T, value: unknown): T =>
  new Proxy(original, {
    get: (target, name) => (name === member ? value : (Reflect.get(target, name) as unknown)),
  })
