import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGuard } from '../../../src/ports/outgoing/guard.ts'
import { createPoster } from '../../../src/ports/outgoing/post.ts'
import { LIVENESS_MS } from '../../kit/bounds.ts'
import { selfSigned } from './certificate.ts'

let server: Server
let port: number
const requestedNames: (string | false | undefined)[] = []
const { key, cert } = selfSigned('agent.example')
const trusted = getCACertificates('default')
beforeAll(async () => {
  server = createServer({ key, cert }, (req, res) => {
    res.end(req.headers.host)
  })
  server.on('secureConnection', (socket: TLSSocket & { servername?: string | false }) => {
    requestedNames.push(socket.servername)
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  setDefaultCACertificates(trusted)
  server.closeAllConnections()
  server.close()
})

const post = async (host: string, posts = 1) => {
  const poster = createPoster(
    createGuard({ http: false, allow: ['127.0.0.1'] }, async () => ['127.0.0.1']),
    1000,
  )
  const results = []
  for (let index = 0; index < posts; index += 1)
    results.push(
      await poster.post({
        url: `https://${host}:${port}/`,
        headers: {},
        body: '{}',
        timeout_ms: LIVENESS_MS,
      }),
    )
  poster.close()
  return results
}

it('an untrusted certificate is refused', async () => {
  expect(await post('agent.example')).toEqual([{ kind: 'failed', fault: 'tls', reached: false }])
})

it('a connection to a pinned address uses the host name for SNI, certificate verification and the Host header, and is reused', async () => {
  setDefaultCACertificates([...trusted, cert])
  requestedNames.length = 0
  const results = await post('agent.example', 3)
  expect(results.map((result) => result.kind === 'responded' && result.body.toString())).toEqual(
    Array.from({ length: 3 }, () => `agent.example:${port}`),
  )
  expect(requestedNames).toEqual(['agent.example'])
})

it('a certificate for another name is refused, whether the host is a name or an IP address', async () => {
  setDefaultCACertificates([...trusted, cert])
  expect(await post('other.example')).toEqual([{ kind: 'failed', fault: 'tls', reached: false }])
  expect(await post('127.0.0.1')).toEqual([{ kind: 'failed', fault: 'tls', reached: false }])
})
