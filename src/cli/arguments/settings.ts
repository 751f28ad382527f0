import { gather, type Gathered } from '../../config/file.ts'
import { SETTING_NAMES, unknownNames } from '../../config/settings.ts'
import type { Environment } from '../../config/values.ts'
import type { Flags } from '../../terminal/command.ts'
import { nearest } from '../../terminal/suggest.ts'

/** The flag of every command that reads settings. */
export const CONFIG = {
  config: {
    value: 'FILE',
    says: 'File with settings, one NAME=VALUE a line; the environment wins over it',
    otherwise: 'SVC_CONFIG',
  },
} as const satisfies Flags

/** The settings of a command: its environment over its file. @throws ConfigError */
export const settingsOf = (
  env: Environment,
  { config }: { readonly config?: string | undefined },
): Gathered => gather(env, config)

/** A sentence for each name that looks like a setting and is none: a setting that is misspelt does nothing. */
export const misspelt = ({ env, file, fromFile }: Gathered): readonly string[] =>
  unknownNames(env).map((name) => {
    const meant = nearest(name, SETTING_NAMES)
    return `${name}${name in fromFile ? ` in ${file}` : ''} is no setting${meant === undefined ? '' : `; did you mean ${meant}?`}`.replace(
      /[^?]$/,
      '$&.',
    )
  })
