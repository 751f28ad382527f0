import { ConfigError, type Environment } from './values.ts'
import type { TracingSettings } from '../ports/otlp-tracing.ts'
import type { Setting } from './settings.ts'

const SERVICE_NAME = 'svc-registry'

/** The standard variables of OpenTelemetry, which other programs on the machine understand in the same way. */
export const tracingSettings: readonly Setting[] = [
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    secret: true,
    description:
      'OpenTelemetry collector to which traces are sent by OTLP over HTTP (to its path `/v1/traces`), such as `http://localhost:4318`',
    fallback: 'none: nothing is traced',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    secret: true,
    description:
      'Headers for the collector, such as `authorization=Bearer%20TOKEN`, separated by commas',
    fallback: 'none',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    description: 'Name of this platform in traces',
    fallback: SERVICE_NAME,
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    description:
      'Share of the traces that are recorded, from 0 to 1. Traces that a client started are recorded only if the client sampled them',
    fallback: '1',
  },
]

/** Reads where traces are sent. @throws ConfigError */
export function readTracing(env: Environment): TracingSettings | undefined {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT']
  if (endpoint === undefined || endpoint === '') return undefined
  const url = URL.parse(endpoint)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address.')
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`
  return {
    url: url.href,
    headers: readHeaders(env['OTEL_EXPORTER_OTLP_HEADERS'] ?? ''),
    service_name: env['OTEL_SERVICE_NAME'] || SERVICE_NAME,
    ratio: readRatio(env['OTEL_TRACES_SAMPLER_ARG']),
  }
}

/**
 * Reads `name=value` pairs whose values are percent-encoded, as OpenTelemetry specifies. The message of an error does not quote a value.
 */
function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(.*?)\s*$/.exec(pair)!
        return [name!.toLowerCase(), decodeURIComponent(value!)]
      }),
    )
  } catch {
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_HEADERS must contain pairs such as authorization=Bearer%20TOKEN, separated by commas.',
    )
  }
}

function readRatio(text: string | undefined): number {
  if (text === undefined || text === '') return 1
  const ratio = Number(text)
  if (!(ratio >= 0 && ratio <= 1))
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  return ratio
}
