/** Returns whether a URL is on this machine. */
export const isLocal = (url: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
