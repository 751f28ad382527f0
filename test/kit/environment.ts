/**
 * Returns the environment of this process without the variables that begin with SVC_. These are settings of a platform, or settings of
 * tests, which `serve` would refuse.
 */
export const inheritedEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')))
