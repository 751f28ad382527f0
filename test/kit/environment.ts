/** Returns the environment of this process without settings of tests such as SVC_TEST_RECEIVERS, which `serve` would refuse as unknown. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')))
