import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'

describe('the configuration of destinations', () => {
  it('is empty by default, except for the address of the alerts vendor', () => {
    expect(readConfig({}, {}).exports).toEqual({
      logs: {},
      collector: {},
      alerts: { url: 'https://events.pagerduty.com/v2/enqueue' },
    })
  })
  it('is read from the environment', () => {
    expect(
      readConfig(
        {},
        {
          SVC_LOGS_INTAKE_URL: 'https://http-intake.logs.example.com',
          SVC_LOGS_API_KEY: 'a',
          SVC_COLLECTOR_URL: 'http://10.0.0.7:8088',
          SVC_COLLECTOR_TOKEN: 'b',
          SVC_ALERTS_URL: 'https://alerts.example',
          SVC_ALERTS_ROUTING_KEY: 'c',
        },
      ).exports,
    ).toEqual({
      logs: { url: 'https://http-intake.logs.example.com', credential: 'a' },
      collector: { url: 'http://10.0.0.7:8088', credential: 'b' },
      alerts: { url: 'https://alerts.example', credential: 'c' },
    })
    expect(
      readConfig({}, { SVC_ALERTS_ROUTING_KEY: 'c', SVC_ALERTS_URL: '' }).exports.alerts,
    ).toEqual({ url: 'https://events.pagerduty.com/v2/enqueue', credential: 'c' })
  })
  it.each([
    [
      { SVC_LOGS_API_KEY: 'top_secret' },
      'SVC_LOGS_INTAKE_URL must be set together with SVC_LOGS_API_KEY',
    ],
    [
      { SVC_COLLECTOR_TOKEN: 'top_secret' },
      'SVC_COLLECTOR_URL must be set together with SVC_COLLECTOR_TOKEN',
    ],
    [
      { SVC_LOGS_INTAKE_URL: 'intake.example' },
      'SVC_LOGS_INTAKE_URL must be an http or https address',
    ],
    [{ SVC_COLLECTOR_URL: 'ftp://x' }, 'SVC_COLLECTOR_URL must be an http or https address'],
    [
      { SVC_ALERTS_URL: 'https://u:top_secret@x.example' },
      'SVC_ALERTS_URL must be an http or https address without a user name',
    ],
    [{ SVC_ALERTS_ROUTING_KEY: 'top_secret\n' }, 'SVC_ALERTS_ROUTING_KEY must be printable ASCII'],
  ])('%j is rejected with a reason that contains no credential', (env, message) => {
    const read = () => readConfig({}, env)
    expect(read).toThrow(message)
    expect(read).not.toThrow('top_secret')
  })
})
