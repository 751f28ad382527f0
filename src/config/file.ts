import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError, type Environment } from './values.ts'

/** All settings, and separately those from the file. */
export interface GatheredSettings {
  readonly env: Environment
  /** Path of the configuration file, if there is one. */
  readonly file: string | undefined
  readonly fromFile: Environment
}

/**
 * Merges the environment with a file of NAME=VALUE lines (SVC_CONFIG, or the flag); the environment takes precedence. An empty value
 * counts as not set, because in many environments a variable cannot be removed.
 * @throws ConfigError for a file that cannot be read, or an invalid line
 */
export function gatherSettings(env: Environment, flag?: string): GatheredSettings {
  const variables = withoutEmpty(env)
  const file = flag ?? variables['SVC_CONFIG']
  const fromFile = file === undefined ? {} : withoutEmpty(readEnvFile(file))
  return { env: { ...fromFile, ...variables }, file, fromFile }
}

const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))

function readEnvFile(path: string): Environment {
  const text = readText(path)
  // parseEnv skips lines that it cannot parse, so this code detects them.
  const quoted = /=[ \t]*(["'`])(?:(?!\1)[^])*\1/g
  const rest = text.replace(quoted, (value) => `=${value.replace(/[^\n]/g, '')}`).split('\n')
  const invalid_line = rest.findIndex(
    (line) => !/^\s*(#.*)?$/.test(line) && !/^\s*(export\s+)?[A-Za-z_]\w*\s*=/.test(line),
  )
  if (invalid_line >= 0)
    throw new ConfigError(
      `${path} must have one NAME=VALUE per line; line ${invalid_line + 1} is invalid.`,
    )
  return parseEnv(text) as Environment
}

/** Reads a file without the byte order mark of some editors, which would become a part of the first name. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new ConfigError(
      `The configuration file ${path} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : (cause as Error).message}.`,
    )
  }
}
