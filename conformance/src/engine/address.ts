/** Where a request goes: a path is below the target's address, a whole address is one already. */
export const addressOf = (base: string, path: string): string =>
  /^https?:\/\//.test(path) ? path : base + path
