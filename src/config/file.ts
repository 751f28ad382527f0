import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError } from './error.ts'
import type { Environment } from './values.ts'

/** Settings, and where each came from: the environment, or the file of that name. */
export interface GatheredSettings {
  readonly env: Environment
  /** Path of the configuration file, if there is one. */
  readonly file: string | undefined
  readonly fromFile: Environment
}

/**
 * The settings of the environment over those of a file of NAME=VALUE lines (SVC_CONFIG, or the flag). One that is empty is not set,
 * as an environment often has no other way to say so.
 * @throws ConfigError for a file that cannot be read, or a line that is none
 */
export function gatherSettings(env: Environment, flag?: string): GatheredSettings {
  const given = filled(env)
  const file = flag ?? given['SVC_CONFIG']
  const fromFile = file === undefined ? {} : filled(read(file))
  return { env: { ...fromFile, ...given }, file, fromFile }
}

const filled = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))

function read(path: string): Environment {
  const text = contents(path)
  // parseEnv skips what it does not understand, and a setting that is skipped is a setting that is wrong.
  const quoted = /=[ \t]*(["'`])(?:(?!\1)[^])*\1/g
  const rest = text.replace(quoted, (value) => `=${value.replace(/[^\n]/g, '')}`).split('\n')
  const wrong = rest.findIndex(
    (line) => !/^\s*(#.*)?$/.test(line) && !/^\s*(export\s+)?[A-Za-z_]\w*\s*=/.test(line),
  )
  if (wrong >= 0)
    throw new ConfigError(`${path} must have one NAME=VALUE a line; line ${wrong + 1} is not.`)
  return parseEnv(text) as Environment
}

function contents(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new ConfigError(
      `The configuration file ${path} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : (cause as Error).message}.`,
    )
  }
}
