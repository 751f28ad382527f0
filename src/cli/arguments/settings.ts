import { gatherSettings, type GatheredSettings } from '../../config/file.ts'
import { SETTING_NAMES, unknownSettingNames } from '../../config/settings.ts'
import type { Environment } from '../../config/values.ts'
import type { Flags } from '../../terminal/command.ts'
import { suggest } from '../../terminal/suggest.ts'

/** The flag of every command that reads settings. */
export const CONFIG_FLAG = {
  config: {
    value: 'FILE',
    description: 'File of settings, one NAME=VALUE per line; the environment takes precedence',
    fallback: 'SVC_CONFIG',
  },
} as const satisfies Flags

/** Returns the settings of a command: its environment, then its file. @throws ConfigError */
export const loadSettings = (
  env: Environment,
  { config }: { readonly config?: string | undefined },
): GatheredSettings => gatherSettings(env, config)

/** Returns a warning for each variable that begins like a setting and is none, because a misspelt setting has no effect. */
export const unknownSettingWarnings = ({
  env,
  file,
  fromFile,
}: GatheredSettings): readonly string[] =>
  unknownSettingNames(env).map((name) => {
    const place = name in fromFile ? ` in ${file}` : ''
    const suggestion = suggest(name, SETTING_NAMES)
    return suggestion === undefined
      ? `${name}${place} is not a setting.`
      : `${name}${place} is not a setting; did you mean ${suggestion}?`
  })
