/** Resolves a path against the target's address; an absolute URL stays as it is. */
export const resolveUrl = (base: string, path: string): string =>
  /^https?:\/\//.test(path) ? path : base + path
