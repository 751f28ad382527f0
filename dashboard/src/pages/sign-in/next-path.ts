/**
 * Returns where to go after a sign-in: the path in the link if it is a path of this registry, so that a link cannot redirect to another site,
 * otherwise `/`. Browsers read a backslash as a slash, and ignore tabs and line breaks in URLs.
 */
export const nextPath = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])[^\t\n\r]*$/.test(next) ? next : '/'
