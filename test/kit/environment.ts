/**
 * Returns the environment of this process without variables that begin with SVC_: neither settings of a platform, nor those of tests, which
 * `serve` would refuse.
 */
export const inheritedEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')))
