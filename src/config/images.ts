import { readFileSync } from 'node:fs'
import type { ImageSettings, RegistrySettings } from '../ports/images/registries.ts'
import { ConfigError, words, type Environment } from './values.ts'
import type { Setting } from './settings.ts'

export const imageSettings: readonly Setting[] = [
  {
    name: 'SVC_IMAGES_REGISTRY',
    description:
      'Address of the image registry whose images are scanned, such as `https://images.example.com`; references without a host refer to it',
    fallback: 'none: scans fail with an error',
  },
  {
    name: 'SVC_IMAGES_USERNAME',
    description: 'User name for reading the images',
    fallback: 'none: public images only',
  },
  {
    name: 'SVC_IMAGES_PASSWORD',
    secret: true,
    description: 'Password or token of that user',
    fallback: 'required with SVC_IMAGES_USERNAME',
  },
  {
    name: 'SVC_IMAGES_AUTH_HOSTS',
    description:
      'Other hosts to which the password may be sent to obtain a token, such as `auth.example.com`',
    fallback: 'none',
  },
  {
    name: 'SVC_IMAGES_NAMESPACES',
    description:
      'Which organization may scan which namespace of that registry, by the first part of the image name, such as `acme=org_1,shared=org_1,shared=org_2`; `*=org_1` stands for every namespace',
    fallback: 'no organization may scan anything',
  },
  {
    name: 'SVC_IMAGES_REGISTRIES',
    description:
      'JSON file with additional image registries, a list of `{url, host, username, password, auth_hosts, namespaces}`',
    fallback: 'none',
  },
  {
    name: 'SVC_IMAGES_SCANNER',
    secret: 'arguments',
    description:
      'Program that prints a report in the format of Trivy, with its arguments separated by spaces; the image is appended as the last one',
    fallback: 'none: imported advisories are used',
  },
]

/** Reads the image registries whose images can be scanned, and the external scanner. @throws ConfigError */
export function readImages(env: Environment): ImageSettings {
  const default_registry = defaultRegistry(env)
  const additional =
    env['SVC_IMAGES_REGISTRIES'] === undefined ? [] : registriesFile(env['SVC_IMAGES_REGISTRIES'])
  if (!default_registry && additional.length > 0)
    throw new ConfigError(
      'SVC_IMAGES_REGISTRY must be set together with SVC_IMAGES_REGISTRIES: it is the image registry of references without a host.',
    )
  const registries = [...(default_registry ? [default_registry] : []), ...additional]
  const duplicate = registries.find(
    ({ host }, index) => registries.findIndex((other) => other.host === host) !== index,
  )
  if (duplicate)
    throw new ConfigError(
      `SVC_IMAGES_REGISTRIES must name each image registry once; ${duplicate.host} appears twice.`,
    )
  // Only spaces separate its arguments, because an argument such as `vuln,secret` contains commas.
  const scanner = words(env['SVC_IMAGES_SCANNER'], /\s+/)
  return { registries, scanner: scanner.length === 0 ? null : scanner }
}

function defaultRegistry(env: Environment): RegistrySettings | undefined {
  const {
    SVC_IMAGES_REGISTRY: url,
    SVC_IMAGES_USERNAME: username,
    SVC_IMAGES_PASSWORD: password,
  } = env
  const dependent = [
    'SVC_IMAGES_USERNAME',
    'SVC_IMAGES_PASSWORD',
    'SVC_IMAGES_AUTH_HOSTS',
    'SVC_IMAGES_NAMESPACES',
    'SVC_IMAGES_SCANNER',
  ].find((name) => env[name] !== undefined)
  if (url === undefined && dependent !== undefined)
    throw new ConfigError(
      `${dependent} requires SVC_IMAGES_REGISTRY, the address of the image registry whose images are scanned.`,
    )
  if (url === undefined) return undefined
  if ((username === undefined) !== (password === undefined))
    throw new ConfigError(
      'SVC_IMAGES_USERNAME and SVC_IMAGES_PASSWORD must both be set, or neither of them.',
    )
  return {
    ...address('SVC_IMAGES_REGISTRY', url),
    credentials: username === undefined ? null : { username, password: password! },
    auth_hosts: authHosts('SVC_IMAGES_AUTH_HOSTS', words(env['SVC_IMAGES_AUTH_HOSTS'])),
    namespaces: namespaces('SVC_IMAGES_NAMESPACES', words(env['SVC_IMAGES_NAMESPACES'])),
  }
}

/** Reads the address of an image registry. It has no path, because the protocol is served at the root of a host. */
function address(name: string, text: string): Pick<RegistrySettings, 'host' | 'url'> {
  const url = URL.parse(text)
  const is_valid =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.username === '' &&
    url.password === ''
  if (!is_valid)
    throw new ConfigError(
      `${name} must be the address of an image registry such as https://images.example.com, without a path or a password, not ${url?.password ? 'one with a password' : `"${text}"`}.`,
    )
  return { host: url.host, url: url.origin }
}

function authHosts(name: string, hosts: readonly string[]): readonly string[] {
  const invalid = hosts.find((host) => URL.parse(`https://${host}`)?.host !== host)
  if (invalid === undefined) return hosts
  throw new ConfigError(
    `${name} must list hosts such as auth.example.com; "${invalid}" is not a host.`,
  )
}

/** Reads pairs such as `acme=org_1 shared=org_1 shared=org_2 *=org_3`. */
function namespaces(
  name: string,
  pairs: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const invalid = pairs.find((pair) => !/^(?:\*|[a-z0-9._-]+)=[A-Za-z0-9._:~-]+$/.test(pair))
  if (invalid !== undefined)
    throw new ConfigError(
      `${name} must list namespaces of the image registry with their organizations, such as acme=org_1; "${invalid}" is not a valid pair.`,
    )
  const grouped = Map.groupBy(pairs, (pair) => pair.split('=')[0]!)
  return Object.fromEntries(
    [...grouped].map(([namespace, members]) => [
      namespace,
      members.map((pair) => pair.split('=')[1]!),
    ]),
  )
}

/**
 * Reads additional image registries from a file, because they contain passwords: a JSON list of `{url, host?, username?, password?,
 * auth_hosts?, namespaces?}`.
 */
function registriesFile(path: string): readonly RegistrySettings[] {
  const entries = readJson(path)
  if (!Array.isArray(entries))
    throw new ConfigError(
      `SVC_IMAGES_REGISTRIES must name a file with a JSON list of image registries; ${path} does not contain one.`,
    )
  return entries.map((entry: unknown, index) =>
    registryEntry(`SVC_IMAGES_REGISTRIES: image registry ${index + 1} in ${path}`, entry),
  )
}

function registryEntry(name: string, entry: unknown): RegistrySettings {
  const {
    url,
    host,
    username,
    password,
    auth_hosts = [],
    namespaces: assignments = [],
  } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
  if (typeof url !== 'string')
    throw new ConfigError(
      `${name} must be an object with a url, such as {"url": "https://images.example.com"}.`,
    )
  const parsed = address(`${name}: its url`, url)
  if ((typeof username === 'string') !== (typeof password === 'string'))
    throw new ConfigError(`${name} must have both username and password, or neither of them.`)
  if (
    host !== undefined &&
    (typeof host !== 'string' || URL.parse(`https://${host}`)?.host !== host)
  )
    throw new ConfigError(`${name}: its host must be a host name such as docker.io.`)
  const hosts = Array.isArray(auth_hosts) ? auth_hosts.map(String) : [String(auth_hosts)]
  return {
    host: host ?? parsed.host,
    url: parsed.url,
    credentials: typeof username === 'string' ? { username, password: password as string } : null,
    auth_hosts: authHosts(`${name}: its auth_hosts`, hosts),
    namespaces: namespaces(
      `${name}: its namespaces`,
      Array.isArray(assignments) ? assignments.map(String) : [String(assignments)],
    ),
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new ConfigError(
      `SVC_IMAGES_REGISTRIES must name a readable JSON file; ${path} cannot be read: ${(cause as NodeJS.ErrnoException).code ?? 'it is not JSON'}.`,
    )
  }
}
