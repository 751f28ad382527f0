import { expect, it, onTestFinished } from 'vitest'
import { Simulation } from '../../src/load/fleet/simulation.ts'
import { RequestStatistics } from '../../src/load/histogram/request-statistics.ts'
import type { Connections, ScheduledRequest } from '../../src/load/http/connections.ts'
import { RequestFactory } from '../../src/load/http/requests.ts'
import { settingsFor } from './settings.ts'

/**
 * Grows a fleet of one against a platform that answers heartbeats with the given responses, and returns the tokens of these heartbeats and
 * of the next one. Heartbeats that were sent before the last response was processed get an empty response and do not count.
 */
async function tokensOf(...responses: readonly object[]): Promise<readonly (string | undefined)[]> {
  const tokens: (string | undefined)[] = []
  const all = Promise.withResolvers<void>()
  let processing = false
  const bodyOf = ({ path, headers }: ScheduledRequest): object => {
    if (path.endsWith('/install-tokens')) return { token: 'skt_x' }
    if (path.endsWith('/bootstrap')) return { installation_id: 'inst_1', runtime_token: 'srt_0' }
    if (processing) return {}
    processing = true
    setImmediate(() => (processing = false))
    tokens.push(headers['Authorization'])
    if (tokens.length > responses.length) all.resolve()
    return responses[tokens.length - 1] ?? {}
  }
  const connections = {
    send: async (request: ScheduledRequest) => ({
      kind: 'responded',
      status: 200,
      headers: {},
      body: bodyOf(request),
    }),
  } as Partial<Connections> as Connections
  const settings = settingsFor('http://127.0.0.1', { interval_s: 0.001 })
  const simulation = new Simulation({
    settings,
    connections,
    install_target: { workspace_id: 'ws_1', agent_id: 'svc-load' },
    requests: new RequestFactory(settings),
    statistics: new RequestStatistics(),
    random: () => 0.5,
    began: performance.now(),
  })
  onTestFinished(() => simulation.stop())
  simulation.grow(1, 0)
  await all.promise
  return tokens.slice(0, responses.length + 1)
}
const refreshed = (runtime_token: string, token_version: number) => ({
  refreshed_token: { runtime_token, token_version },
})

it('sends the newest token that a heartbeat response contained', async () => {
  expect(
    await tokensOf({}, refreshed('srt_1', 1), refreshed('srt_3', 3), refreshed('srt_2', 2)),
  ).toEqual(['Bearer srt_0', 'Bearer srt_0', 'Bearer srt_1', 'Bearer srt_3', 'Bearer srt_3'])
})
