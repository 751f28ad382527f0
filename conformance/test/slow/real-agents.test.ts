import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { samples } from '../../../test/kit/samples.ts'
import { isToolMissing } from '../../../test/kit/tools.ts'
import { nodeTransport } from '../../src/engine/node-transport.ts'
import { runSuite } from '../../src/engine/run.ts'
import { select } from '../../src/engine/select.ts'
import { verdictOf } from '../../src/engine/verdict.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { referenceAgent } from '../agent/reference.ts'
import { inState, lines } from '../support/judge.ts'
import { realClock } from '../../src/engine/clock.ts'
import { PROGRAMS } from '../support/programs.ts'
import { settings } from '../support/settings.ts'

const stops: (() => void)[] = []
afterAll(() => {
  for (const stop of stops) stop()
})

type Send = (
  res: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string,
) => void

/** Serves the reference agent with a function that writes its responses. */
async function serveWith(send: Send, host = '127.0.0.1'): Promise<string> {
  const agent = referenceAgent({ card: { url: undefined } })
  const server = createServer((req: IncomingMessage, res) => {
    const chunks: Buffer[] = []
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
        )
        const response = agent({
          method: req.method ?? '',
          path: req.url ?? '',
          headers,
          body: Buffer.concat(chunks).toString('utf8'),
        })
        if (typeof response === 'string') return
        const url = `http://${req.headers.host}`
        send(
          res,
          response.status,
          { ...response.headers, Date: new Date().toUTCString() },
          response.body
            // Only the card names the version.
            .replace('"version":', `"url":"${url}","version":`)
            .replace('2026-03-02T10:10:00.000Z', '2126-03-02T10:10:00.000Z'),
        )
      })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`
}

const SERVERS: Readonly<Record<string, () => Promise<string>>> = {
  'in one piece': () =>
    serveWith((res, status, headers, body) => res.writeHead(status, headers).end(body)),
  'compressed with gzip': () =>
    serveWith((res, status, headers, body) =>
      res.writeHead(status, { ...headers, 'Content-Encoding': 'gzip' }).end(gzipSync(body)),
    ),
  'in chunks of seven bytes': () =>
    serveWith((res, status, headers, body) => {
      res.writeHead(status, headers)
      for (let from = 0; from < body.length; from += 7) res.write(body.slice(from, from + 7))
      res.end()
    }),
  'with a body that ends with the connection, as in HTTP/1.0': () =>
    serveWith((res, status, headers, body) => {
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      res.socket?.end(`HTTP/1.0 ${status} X\r\n${head.join('\r\n')}\r\n\r\n${body}`)
    }),
  'a quarter of a second later': () =>
    serveWith(
      (res, status, headers, body) =>
        void setTimeout(() => res.writeHead(status, headers).end(body), 250),
    ),
  'over IPv6': () =>
    serveWith((res, status, headers, body) => res.writeHead(status, headers).end(body), '::1'),
}

/** Judges an agent by all rules, and returns the number of requests and the pauses as well. */
async function judge(base: string) {
  const pauses: number[] = []
  const time = {
    now_ms: realClock.now_ms,
    wait: (ms: number) => {
      pauses.push(ms)
      return realClock.wait(ms)
    },
  }
  const run = await runSuite(
    {
      suite: agentSuite,
      settings: settings({ base, fuzz: 100 }),
      selected: agentSuite.sections.flatMap(({ rules }) => rules),
    },
    nodeTransport,
    time,
  )
  return {
    findings: lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED')),
    verdict: verdictOf(run.results),
    requests: run.exchanges.length,
    pauses,
  }
}

describe('an agent over HTTP', () => {
  it.each(samples(['compressed with gzip', 'over IPv6'], Object.keys(SERVERS)))(
    'that responds %s is conformant',
    async (name) => {
      const { findings, verdict } = await judge(await SERVERS[name]!())
      expect(findings).toEqual([])
      expect(verdict).toBe('conformant')
    },
  )

  it('is judged with at most 200 requests and without pauses', async () => {
    const { requests, pauses } = await judge(await SERVERS['in one piece']!())
    expect(requests).toBeGreaterThan(100)
    expect(requests).toBeLessThanOrEqual(200)
    expect(pauses).toEqual([])
  })

  it.each(['a2a', 'mcp'])(
    '(the TypeScript example) is conformant in the %s profile',
    async (profile) => {
      const { url, stop } = await PROGRAMS[0]!.start()
      stops.push(stop)
      const run = await runSuite(
        {
          suite: agentSuite,
          settings: settings({ base: url, profile }),
          selected: select(agentSuite, { profile }),
        },
        nodeTransport,
        realClock,
      )
      expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED', 'INFO'))).toEqual(
        [],
      )
      // These rules are about what an agent without streams has to refuse.
      expect(inState(run, 'N/A').map(({ rule }) => rule.id)).toEqual(
        profile === 'a2a' ? ['A2A10-28', 'A2A03-25'] : [],
      )
      expect(verdictOf(run.results)).toBe('conformant')
    },
  )

  for (const { name, needs, start } of PROGRAMS)
    it.skipIf(needs !== undefined && isToolMissing(needs))(`(${name}) is conformant`, async () => {
      const { url, stop } = await start()
      stops.push(stop)
      const { findings, verdict } = await judge(url)
      expect(findings).toEqual([])
      expect(verdict).toBe('conformant')
    })
})
