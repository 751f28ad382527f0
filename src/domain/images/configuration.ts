import { arrayOf, objectOf } from '../json.ts'
import { DAY_MS, elapsed, type Timestamp } from '../time.ts'
import { displayText, type Finding, type Severity } from './findings.ts'
import type { ImageReference } from './reference.ts'
import { looksSecret, secretsIn } from './secrets.ts'

/** The parts of an image's configuration (OCI image 1.1) that a scan examines. */
export interface ImageConfig {
  readonly platform_fields: {
    readonly os?: unknown
    readonly architecture?: unknown
    readonly variant?: unknown
  }
  readonly built_at: Timestamp | null
  readonly user: string
  readonly env: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  readonly healthcheck: boolean
  readonly history: readonly string[]
}

const MAX_LIST_ITEMS = 10_000

/** Reads a configuration; members of the wrong type are treated as absent. */
export function readConfig(document: unknown): ImageConfig {
  const { created, os, architecture, variant, config, history } = objectOf(document)
  const { User, Env, Labels, Healthcheck } = objectOf(config)
  const { Test } = objectOf(Healthcheck)
  const built = typeof created === 'string' ? new Date(created) : undefined
  return {
    platform_fields: { os, architecture, variant },
    // Reproducible builds state a fixed date, such as 1970-01-01 or 0001-01-01, instead of the build time.
    built_at:
      built && built.getTime() > Date.UTC(1990, 0) && built.getTime() < Date.UTC(2200, 0)
        ? built.toISOString()
        : null,
    user: typeof User === 'string' ? User : '',
    env: strings(Env),
    labels: Object.fromEntries(
      Object.entries(objectOf(Labels))
        .slice(0, MAX_LIST_ITEMS)
        .filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    healthcheck: Array.isArray(Test) && Test.length > 0 && Test[0] !== 'NONE',
    history: arrayOf(history)
      .slice(0, MAX_LIST_ITEMS)
      .map((step) => objectOf(step)['created_by'])
      .filter((text) => typeof text === 'string'),
  }
}

const strings = (value: unknown): readonly string[] =>
  arrayOf(value)
    .slice(0, MAX_LIST_ITEMS)
    .filter((text) => typeof text === 'string')

/** Returns the findings about the configuration of an image. */
export const examineConfiguration = (
  config: ImageConfig,
  reference: ImageReference,
  now: Timestamp,
): readonly Finding[] => [
  ...rootFindings(config),
  ...secretFindings(config),
  ...tagFindings(reference),
  ...ageFindings(config, now),
  ...(config.healthcheck
    ? []
    : [
        configurationFinding(
          'NO_HEALTHCHECK',
          'low',
          'The image has no health check',
          'A container that hangs cannot be distinguished from one that works. Set HEALTHCHECK, or configure a probe in the orchestrator.',
          'config.Healthcheck',
        ),
      ]),
]

const configurationFinding = (
  id: string,
  severity: Severity,
  title: string,
  detail: string,
  location: string,
): Finding => ({ id, type: 'configuration', severity, title, detail, location })

/** Returns a finding if the image runs as root. `User` is a name or a number, with an optional group after a colon. */
function rootFindings({ user }: ImageConfig): readonly Finding[] {
  const name = user.split(':')[0]!.trim()
  if (name !== '' && name !== 'root' && !/^0+$/.test(name)) return []
  const userDetail =
    name === ''
      ? 'The image does not name a user, so its processes run as root.'
      : 'The image configures root as its user.'
  return [
    configurationFinding(
      'RUNS_AS_ROOT',
      'high',
      'The container runs as root',
      `${userDetail} Set USER to a user with only the necessary permissions.`,
      'config.User',
    ),
  ]
}

const MAX_NAME_LENGTH = 100

function secretFindings({ env, labels, history }: ImageConfig): readonly Finding[] {
  const pairs = env.map(
    (entry) => [entry.split('=')[0]!, entry.slice(entry.indexOf('=') + 1)] as const,
  )
  return [
    ...pairs
      .filter(([name, value]) => looksSecret(name, value))
      .map(([name]) =>
        secret(
          'SECRET_IN_ENV',
          `the environment variable ${displayText(name, MAX_NAME_LENGTH)}`,
          `config.Env.${displayText(name, MAX_NAME_LENGTH)}`,
        ),
      ),
    ...Object.entries(labels)
      .filter(([name, value]) => looksSecret(name, value))
      .map(([name]) =>
        secret(
          'SECRET_IN_LABEL',
          `the label ${displayText(name, MAX_NAME_LENGTH)}`,
          `config.Labels.${displayText(name, MAX_NAME_LENGTH)}`,
        ),
      ),
    ...history.flatMap((text, step) =>
      assignsSecret(text)
        ? [
            secret(
              'SECRET_IN_HISTORY',
              `step ${step + 1} of the image's history`,
              `history.${step}`,
            ),
          ]
        : [],
    ),
  ]
}

const secret = (id: string, source: string, location: string): Finding => ({
  id,
  type: 'secret',
  severity: 'high',
  title: `A secret in ${source}`,
  location,
  detail:
    'Anyone who can pull the image can read it. Replace the secret, and pass it to the container at startup.',
})

/** Returns whether the text of a build step contains a recognizable secret, or sets a variable that looks like one. */
const assignsSecret = (text: string): boolean =>
  secretsIn(text).length > 0 ||
  [
    ...text
      .slice(0, 16 * 1024)
      .matchAll(/\b([A-Za-z_][A-Za-z0-9_]{0,100})=("[^"]*"|'[^']*'|[^\s;&|]+)/g),
  ].some(([, name = '', value = '']) => looksSecret(name, value.replace(/^["']|["']$/g, '')))

function tagFindings({ tag, digest }: ImageReference): readonly Finding[] {
  if (digest !== null) return []
  return [
    configurationFinding(
      'MUTABLE_TAG',
      'low',
      `The tag ${displayText(tag ?? 'latest', MAX_NAME_LENGTH)} is mutable`,
      'The same reference can later refer to a different image. Deploy by digest to run the image that was scanned.',
      'reference',
    ),
  ]
}

const OLD_DAYS = 180
const VERY_OLD_DAYS = 365

function ageFindings({ built_at }: ImageConfig, now: Timestamp): readonly Finding[] {
  const days = built_at === null ? 0 : Math.floor(elapsed(built_at, now) / DAY_MS)
  if (days <= OLD_DAYS) return []
  return [
    configurationFinding(
      'OLD_IMAGE',
      days > VERY_OLD_DAYS ? 'medium' : 'low',
      `The image was built ${days} days ago`,
      'It lacks fixes that its base image has received since then. Rebuild it.',
      'created',
    ),
  ]
}
