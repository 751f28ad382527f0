import { expect, it, onTestFinished } from 'vitest'
import { ConnectionPool } from '../../src/load/http/connections.ts'
import { fakePlatform } from './fake-platform.ts'

const MIB = 1024 * 1024

it('reports a response of more than a mebibyte and one that is cut off as lost, and reads the next', async () => {
  const { url } = await fakePlatform(({ path }, res) => {
    if (path === '/large') res.end('x'.repeat(MIB + 1))
    if (path === '/full') res.end('x'.repeat(MIB))
    if (path === '/broken')
      res.writeHead(200, { 'Content-Length': '10' }).write('x', () => res.destroy())
    return path !== '/usual'
  })
  const connections = new ConnectionPool(new URL(url), { max: 1, timeout_ms: 60_000 })
  onTestFinished(() => connections.close())
  const get = (path: string) =>
    connections.send({ method: 'GET', path, headers: {}, due: performance.now() })
  expect(await get('/large')).toEqual({ kind: 'lost', code: 'RESPONSE_TOO_LARGE' })
  expect(await get('/broken')).toEqual({ kind: 'lost', code: 'ECONNRESET' })
  expect(await get('/full')).toMatchObject({ status: 200, body: 'x'.repeat(MIB) })
  expect(await get('/usual')).toMatchObject({ kind: 'responded', status: 200, body: {} })
  expect([connections.open, connections.waiting]).toEqual([0, 0])
})
