import { gatherSettings, type GatheredSettings } from '../../config/file.ts'
import { SETTING_NAMES, unknownSettingNames } from '../../config/settings.ts'
import type { Environment } from '../../config/values.ts'
import type { Flags } from '../../terminal/command.ts'
import { suggest } from '../../terminal/suggest.ts'

/** The flag of every command that reads settings. */
export const CONFIG_FLAG = {
  config: {
    value: 'FILE',
    description: 'File with settings, one NAME=VALUE a line; the environment wins over it',
    fallback: 'SVC_CONFIG',
  },
} as const satisfies Flags

/** The settings of a command: its environment over its file. @throws ConfigError */
export const loadSettings = (
  env: Environment,
  { config }: { readonly config?: string | undefined },
): GatheredSettings => gatherSettings(env, config)

/** A sentence for each name that looks like a setting and is none: a setting that is misspelt does nothing. */
export const unknownSettingWarnings = ({
  env,
  file,
  fromFile,
}: GatheredSettings): readonly string[] =>
  unknownSettingNames(env).map((name) => {
    const meant = suggest(name, SETTING_NAMES)
    return `${name}${name in fromFile ? ` in ${file}` : ''} is no setting${meant === undefined ? '' : `; did you mean ${meant}?`}`.replace(
      /[^?]$/,
      '$&.',
    )
  })
