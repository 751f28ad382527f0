import { DEFAULT_STORE } from '../../config/config.ts'
import type { GatheredSettings } from '../../config/file.ts'
import { serverSettings } from '../../config/server.ts'
import { SETTING_NAMES, unknownSettingNames } from '../../config/settings.ts'
import { ConfigError } from '../../config/values.ts'
import { shownStore } from '../../store/dialects.ts'
import type { Flags } from '../../terminal/command.ts'
import { shellArgument, suggest } from '../../terminal/text.ts'

/**
 * Returns the flag of a setting, with the description and the default of the manual.
 * @param description replaces that of the manual, which may be longer than help should be
 */
export function settingFlag(name: string, value: string, description?: string) {
  const setting = serverSettings.find(({ flag }) => flag === `--${name}`)!
  return {
    value,
    description: description ?? setting.description.replaceAll('`', ''),
    fallback: setting.fallback,
  }
}

/** The flag of every command that reads settings. */
export const CONFIG_FLAG = {
  config: { ...settingFlag('config', 'FILE'), fallback: 'SVC_CONFIG' },
} as const satisfies Flags

/** Flags of commands that use one store. */
export const STORE_FLAGS = {
  ...CONFIG_FLAG,
  store: {
    value: 'ADDRESS',
    description: 'The store: sqlite:PATH, json:PATH or postgres://...',
    fallback: `SVC_STORE, else ${DEFAULT_STORE}`,
  },
} as const satisfies Flags

/** Returns a sentence for each SVC_ variable that is not a setting, because a misspelt setting has no effect. */
export const unknownSettings = ({ env, file, fromFile }: GatheredSettings): readonly string[] =>
  unknownSettingNames(env).map((name) => {
    const source = name in fromFile ? ` in ${file}` : ''
    const suggestion = suggest(name, SETTING_NAMES)
    return suggestion === undefined
      ? `${name}${source} is not a setting.`
      : `${name}${source} is not a setting; did you mean ${suggestion}?`
  })

/** Returns the settings if there are only known ones. @throws ConfigError that names the others */
export function refuseUnknownSettings(settings: GatheredSettings): GatheredSettings {
  const problems = unknownSettings(settings)
  if (problems.length === 0) return settings
  throw new ConfigError([...problems, '`check-config` shows all settings.'].join(' '))
}

/**
 * Returns the address of a store for a command that a person copies. An address with a password is replaced by the environment variable
 * SVC_STORE, which the person has to set first if the address came from a flag.
 */
export const storeArgument = (address: string): string =>
  shownStore(address) === address ? shellArgument(address) : '"$SVC_STORE"'
