import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { httpExportSender } from '../../../src/ports/exports/sender.ts'

/** Starts a server that responds to each request with this number of bytes. */
async function destination(bytes: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('x'.repeat(bytes)))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

it.each([
  [65_536, { kind: 'responded', status: 200 }],
  [65_537, { kind: 'failed', fault: 'too_large', reached: true }],
])('a destination response of %i bytes has the result %j', async (bytes, expected) => {
  const sender = httpExportSender({ http: true, allow: ['127.0.0.1'] }, {} as never)
  onTestFinished(() => sender.close())
  expect(
    await sender.send(
      { url: await destination(bytes), headers: {}, body: '{}', compressible: false } as never,
      false,
    ),
  ).toMatchObject(expected)
})
