import { expect, it } from 'vitest'
import { configProblems } from '../../src/config/check.ts'
import { readServer } from '../../src/config/server.ts'
import { SETTING_GROUPS } from '../../src/config/settings.ts'
import { ConfigError, issuerName } from '../../src/config/values.ts'

it('each invalid setting is reported once, and the others are read without it', () => {
  const { problems, valid } = configProblems({
    env: {
      SVC_LOG_LEVEL: 'loud',
      SVC_OUTGOING_ALLOW: '10.0.0.0/99',
      SVC_ISSUER: 'https://agents.example.com',
      SVC_PORT: 'overridden',
      OTEL_TRACES_SAMPLER_ARG: 'all',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example',
    },
    flags: { port: '8081', 'metrics-port': 'none', host: '::1' },
  })
  expect(
    problems.map((problem) => /(SVC|OTEL)_[A-Z_]+|--[a-z-]+/.exec(problem)?.[0]).toSorted(),
  ).toEqual(['--metrics-port', 'OTEL_TRACES_SAMPLER_ARG', 'SVC_LOG_LEVEL', 'SVC_OUTGOING_ALLOW'])
  expect(valid).toEqual({
    env: {
      SVC_ISSUER: 'https://agents.example.com',
      SVC_PORT: 'overridden',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example',
    },
    flags: { port: '8081', host: '::1' },
  })
})

it.each([
  ['https://agents.example.com', 'https://agents.example.com'],
  ['https://agents.example.com/eu/', 'https://agents.example.com/eu'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['urn:example:registry', 'urn:example:registry'],
])('the issuer %s is %s in signatures', (text, name) => {
  expect(issuerName('SVC_ISSUER', text)).toBe(name)
})

it.each([
  'agents.example.com',
  'ftp://agents.example.com',
  'https://agents.example.com/?a',
  'https://agents.example.com/#a',
  'https://ann@agents.example.com',
  'https://agents.example.com/a b',
  'https://agénts.example.com',
  `https://agents.example.com/${'a'.repeat(230)}`,
  `urn:example:${'a'.repeat(250)}`,
])('%s is not a valid issuer', (text) => {
  expect(() => issuerName('SVC_ISSUER', text)).toThrow(ConfigError)
})

it('settings that hold credentials, or addresses that do, are secret', () => {
  const settings = SETTING_GROUPS.flatMap((group) => group.settings)
  expect(settings.filter(({ secret }) => secret === true).map(({ name }) => name)).toEqual([
    'SVC_MASTER_KEY',
    'SVC_SMTP_URL',
    'SVC_SUPPORT_CHAT_URL',
    'SVC_LOGS_INTAKE_URL',
    'SVC_LOGS_API_KEY',
    'SVC_COLLECTOR_URL',
    'SVC_COLLECTOR_TOKEN',
    'SVC_ALERTS_URL',
    'SVC_ALERTS_ROUTING_KEY',
    'SVC_IMAGES_PASSWORD',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
  ])
})

it.each([
  'https:agents.example.com',
  'https:///agents.example.com',
  'https://ann:hunter2@agents.example.com',
  'https://agents.example.com/?',
  'https://agents.example.com/#a',
  ' https://agents.example.com',
  'https://agents.example.com\\a',
  'https://agénts.example.com',
])(
  'a public address that is not a plain http or https address without credentials, query or fragment is refused: %j',
  (address) => {
    const read = (value: string) =>
      readServer({}, { SVC_ISSUER: 'urn:example:registry', SVC_PUBLIC_URL: value }).public_url
    expect(() => read(address)).toThrow(
      /^SVC_PUBLIC_URL must be an http or https address .*without credentials, query or fragment, not (?!.*hunter2)/,
    )
    expect(read('https://agents.example.com:8443/eu/')).toBe('https://agents.example.com:8443/eu')
  },
)

it.each([
  ['0', 0],
  ['65535', 65_535],
])('--metrics-port %s is a port', (text, port) => {
  expect(readServer({ 'metrics-port': text }, {}).metrics).toEqual({ host: '127.0.0.1', port })
})

it.each(['-1', '65536'])('--metrics-port %s is refused', (text) => {
  expect(() => readServer({ 'metrics-port': text }, {})).toThrow(ConfigError)
})
