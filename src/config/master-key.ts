import { MASTER_KEY_BYTES, masterKey, type MasterKey } from '../domain/secrets.ts'
import { distinct, type KeySource } from '../store/master-keys/source.ts'
import type { Setting } from './settings.ts'
import { ConfigError, words, type Environment } from './values.ts'

export const keySettings: readonly Setting[] = [
  {
    name: 'SVC_MASTER_KEY',
    secret: true,
    description:
      'Keys that encrypt stored secrets, separated by commas or line breaks, each 32 bytes as 64 hex digits or base64',
    fallback:
      'a key file next to the store; PostgreSQL, which has no key file, requires one of the three settings',
  },
  {
    name: 'SVC_MASTER_KEY_FILE',
    description:
      'File that contains these keys instead, one key (64 hex digits) per line, for example written by a secret manager; read again when a key is missing',
    fallback: 'none',
  },
  {
    name: 'SVC_MASTER_KEY_COMMAND',
    description:
      'Program that prints these keys instead, with its arguments separated by spaces; run without a shell, for at most 10 seconds',
    fallback: 'none',
  },
]

/** The settings of which at most one names the source of the master keys. */
export const KEY_SETTINGS = [
  'SVC_MASTER_KEY',
  'SVC_MASTER_KEY_FILE',
  'SVC_MASTER_KEY_COMMAND',
] as const

/** Reads where the master keys are. @throws ConfigError */
export function keySource(env: Environment): KeySource | undefined {
  const [first, second] = KEY_SETTINGS.filter((name) => env[name] !== undefined)
  if (first === undefined) return undefined
  if (second !== undefined)
    throw new ConfigError(
      `${second} and ${first} are both set; set only one of them, because the master keys come from a single source.`,
    )
  const value = env[first] ?? ''
  switch (first) {
    case 'SVC_MASTER_KEY':
      return {
        kind: 'setting',
        keys: distinct(
          value
            .trim()
            .split(/,|\s*\n\s*/)
            .map(keyOfText),
        ),
      }
    case 'SVC_MASTER_KEY_FILE':
      if (value.trim() === '') throw new ConfigError(`${first} must be the path of a file.`)
      return { kind: 'file', path: value }
    case 'SVC_MASTER_KEY_COMMAND':
      return { kind: 'command', words: commandOf(first, value) }
  }
}

function commandOf(name: string, value: string): readonly [string, ...string[]] {
  const [program, ...args] = words(value, /\s+/)
  if (program === undefined)
    throw new ConfigError(
      `${name} must be a program and its arguments, separated by spaces, such as /usr/local/bin/registry-keys.`,
    )
  return [program, ...args]
}

function keyOfText(text: string): MasterKey {
  const trimmed = text.trim()
  const key = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64')
  if (key.length === MASTER_KEY_BYTES) return masterKey(key)
  throw new ConfigError(
    'SVC_MASTER_KEY must be 32 bytes as 64 hex digits or as base64, or several such keys separated by commas or line breaks; create one with: svc-registry key generate',
  )
}
