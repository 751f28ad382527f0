import { describe, expect, it } from 'vitest'
import { readTracing } from '../../src/config/tracing.ts'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

describe('the tracing settings', () => {
  it('trace nothing without a collector', () => {
    expect(readTracing({ OTEL_SERVICE_NAME: 'registry' })).toBeUndefined()
    expect(readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBeUndefined()
  })

  it('have the names, the defaults and the encodings of OpenTelemetry', () => {
    expect(readTracing(ENDPOINT)).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      service_name: 'svc-registry',
      ratio: 1,
    })
    expect(
      readTracing({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector/otlp/',
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a%2Cb, x-tenant = t',
        OTEL_SERVICE_NAME: 'registry-eu',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    ).toEqual({
      url: 'https://collector/otlp/v1/traces',
      headers: { authorization: 'Bearer a,b', 'x-tenant': 't' },
      service_name: 'registry-eu',
      ratio: 0.25,
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer hidden-secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%hidden-secret'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-0.1'],
    ['OTEL_TRACES_SAMPLER_ARG', 'hidden-secret'],
  ])('are refused if %s is "%s", with an error that does not show the value', (name, value) => {
    expect(() => readTracing({ ...ENDPOINT, [name]: value })).toThrow(name)
    expect(() => readTracing({ ...ENDPOINT, [name]: value })).not.toThrow('hidden-secret')
  })
})
