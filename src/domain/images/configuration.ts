import { DAY_MS, elapsed, type Timestamp } from '../time.ts'
import { displayText, type Finding, type Severity } from './findings.ts'
import type { ImageReference } from './reference.ts'
import { looksSecret, secretsIn } from './secrets.ts'

/** What an image says of itself (OCI image 1.1, configuration), as far as a scan looks at it. */
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

/** Reads a configuration; members that are not what they should be count as absent. */
export function readConfig(document: unknown): ImageConfig {
  const { created, os, architecture, variant, config, history } = object(document)
  const { User, Env, Labels, Healthcheck } = object(config)
  const { Test } = object(Healthcheck)
  const built = typeof created === 'string' ? new Date(created) : undefined
  return {
    platform_fields: { os, architecture, variant },
    // Reproducible builds say 1970, or the year zero, which is no time at all.
    built_at:
      built && built.getTime() > Date.UTC(1990, 0) && built.getTime() < Date.UTC(2200, 0)
        ? built.toISOString()
        : null,
    user: typeof User === 'string' ? User : '',
    env: strings(Env),
    labels: Object.fromEntries(
      Object.entries(object(Labels))
        .slice(0, MAX_LIST_ITEMS)
        .filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    healthcheck: Array.isArray(Test) && Test.length > 0 && Test[0] !== 'NONE',
    history: (Array.isArray(history) ? history.slice(0, MAX_LIST_ITEMS) : [])
      .map((step) => object(step)['created_by'])
      .filter((text) => typeof text === 'string'),
  }
}

const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
const strings = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.slice(0, MAX_LIST_ITEMS).filter((text) => typeof text === 'string')
    : []

/** What is unsafe about an image as it was configured. */
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
        found(
          'NO_HEALTHCHECK',
          'low',
          'The image has no health check',
          'Nothing tells a container that hangs from one that works. Set HEALTHCHECK, or have the orchestrator probe it.',
          'config.Healthcheck',
        ),
      ]),
]

const found = (
  id: string,
  severity: Severity,
  title: string,
  detail: string,
  location: string,
): Finding => ({ id, type: 'configuration', severity, title, detail, location })

/** Users are names or numbers, perhaps with a group behind a colon. */
function rootFindings({ user }: ImageConfig): readonly Finding[] {
  const name = user.split(':')[0]!.trim()
  if (name !== '' && name !== 'root' && !/^0+$/.test(name)) return []
  const who =
    name === ''
      ? 'The image names no user, so its processes are root.'
      : 'The image says that its processes are root.'
  return [
    found(
      'RUNS_AS_ROOT',
      'high',
      'The container runs as root',
      `${who} Set USER to one that owns nothing but what it needs.`,
      'config.User',
    ),
  ]
}

const SHOWN_NAME = 100

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
          `the environment variable ${displayText(name, SHOWN_NAME)}`,
          `config.Env.${displayText(name, SHOWN_NAME)}`,
        ),
      ),
    ...Object.entries(labels)
      .filter(([name, value]) => looksSecret(name, value))
      .map(([name]) =>
        secret(
          'SECRET_IN_LABEL',
          `the label ${displayText(name, SHOWN_NAME)}`,
          `config.Labels.${displayText(name, SHOWN_NAME)}`,
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

const secret = (id: string, place: string, location: string): Finding => ({
  id,
  type: 'secret',
  severity: 'high',
  title: `A secret in ${place}`,
  location,
  detail:
    'Whoever can pull the image can read it. Replace the secret, and hand it to the container when it starts.',
})

/** A build step that sets a variable which looks secret; the ENV steps of the history repeat what the environment holds. */
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
    found(
      'MUTABLE_TAG',
      'low',
      `The tag ${displayText(tag ?? 'latest', SHOWN_NAME)} can move`,
      'The same reference can name another image tomorrow. Deploy by digest to run what was scanned.',
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
    found(
      'OLD_IMAGE',
      days > VERY_OLD_DAYS ? 'medium' : 'low',
      `The image was built ${days} days ago`,
      'It lacks whatever its base has fixed since. Build it again.',
      'created',
    ),
  ]
}
