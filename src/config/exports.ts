import type { ConfiguredEndpoint, ConfiguredEndpoints } from '../domain/audit/exports.ts'
import { ConfigError, type Environment } from './values.ts'
import type { Setting } from './settings.ts'

/** The default address for alerts, because the vendor has one address for all customers. */
const ALERTS_URL = 'https://events.pagerduty.com/v2/enqueue'

export const exportSettings: readonly Setting[] = [
  {
    name: 'SVC_LOGS_INTAKE_URL',
    secret: true,
    description:
      'Log intake for exports whose request does not name one, such as `https://http-intake.logs.datadoghq.eu`',
    fallback: 'none: each request must name one',
  },
  {
    name: 'SVC_LOGS_API_KEY',
    secret: true,
    description: 'API key for SVC_LOGS_INTAKE_URL, sent to no other address',
    fallback: 'none: each request must supply one',
  },
  {
    name: 'SVC_COLLECTOR_URL',
    secret: true,
    description:
      'Event collector for exports whose request does not name one, such as `https://splunk.internal:8088`',
    fallback: 'none: each request must name one',
  },
  {
    name: 'SVC_COLLECTOR_TOKEN',
    secret: true,
    description: 'Token for SVC_COLLECTOR_URL, sent to no other address',
    fallback: 'none: each request must supply one',
  },
  {
    name: 'SVC_ALERTS_URL',
    secret: true,
    description: 'Alert system for exports whose request does not name one',
    fallback: ALERTS_URL,
  },
  {
    name: 'SVC_ALERTS_ROUTING_KEY',
    secret: true,
    description: 'Integration key for SVC_ALERTS_URL, sent to no other address',
    fallback: 'none: each request must supply one',
  },
]

/**
 * Reads the default destinations of exports, with their credentials: SVC_LOGS_INTAKE_URL with SVC_LOGS_API_KEY, SVC_COLLECTOR_URL with
 * SVC_COLLECTOR_TOKEN, and SVC_ALERTS_ROUTING_KEY, optionally with SVC_ALERTS_URL. All are optional; without a credential, an address is
 * available to callers who send a credential of their own. These hosts may be private and without TLS, because the operator chooses them.
 * @throws ConfigError
 */
export function readExports(env: Environment): ConfiguredEndpoints {
  return {
    logs: endpoint(env, 'SVC_LOGS_INTAKE_URL', 'SVC_LOGS_API_KEY'),
    collector: endpoint(env, 'SVC_COLLECTOR_URL', 'SVC_COLLECTOR_TOKEN'),
    alerts: endpoint(
      { SVC_ALERTS_URL: ALERTS_URL, ...pick(env, 'SVC_ALERTS_URL', 'SVC_ALERTS_ROUTING_KEY') },
      'SVC_ALERTS_URL',
      'SVC_ALERTS_ROUTING_KEY',
    ),
  }
}

const pick = (env: Environment, ...names: readonly string[]): Environment =>
  Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))

function endpoint(env: Environment, url_name: string, credential_name: string): ConfiguredEndpoint {
  const { [url_name]: url, [credential_name]: credential } = pick(env, url_name, credential_name)
  // Both values can contain secrets, so no message repeats them.
  if (url !== undefined && !isPlainUrl(url))
    throw new ConfigError(
      `${url_name} must be an http or https address without a user name or password, such as https://intake.example.com/v2.`,
    )
  if (credential !== undefined && !/^[!-~]{1,1024}$/.test(credential))
    throw new ConfigError(
      `${credential_name} must be printable ASCII without spaces, at most 1024 characters.`,
    )
  if (credential !== undefined && url === undefined)
    throw new ConfigError(
      `${url_name} must be set together with ${credential_name}: the credential is sent only to that address.`,
    )
  return { ...(url !== undefined && { url }), ...(credential !== undefined && { credential }) }
}

function isPlainUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  )
}
