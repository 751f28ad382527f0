import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SkillBusyError } from '../../../src/agent/tasks/skill-errors.ts'
import { callOf, openSkill } from './calls.ts'

/** Starts a local service, and returns its address and the requests that it received. */
async function service(respond: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const requests: IncomingMessage[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    requests.push(request)
    bodies.push(await text(request))
    await respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, bodies }
}

describe('a local address', () => {
  it('gets the task as JSON with its trace, and its response is the result', async () => {
    const { url, requests, bodies } = await service((_, response) => response.end('{"n": 1}'))
    const { run } = openSkill({ url: `${url}/work?kind=a`, method: 'PUT' })
    expect(await run()).toEqual({ n: 1 })
    expect(requests).toMatchObject([
      {
        method: 'PUT',
        url: '/work?kind=a',
        headers: {
          'content-type': 'application/json',
          'x-svc-task-id': 't-1',
          'x-svc-trace-id': 'trace-1',
          traceparent: '00-11111111111111111111111111111111-2222222222222222-00',
        },
      },
    ])
    expect(Object.keys(requests[0]!.headers).toSorted()).toEqual([
      'accept',
      'connection',
      'content-length',
      'content-type',
      'host',
      'traceparent',
      'x-svc-task-id',
      'x-svc-trace-id',
    ])
    expect(JSON.parse(bodies[0]!)).toMatchObject({ text: 'Ada', context: { skill: 'work' } })
  })

  it('cannot send the task elsewhere', async () => {
    const target = await service((_, response) => response.end('{}'))
    const { url } = await service((_, response) =>
      response.writeHead(307, { Location: target.url }).end(),
    )
    await expect(openSkill({ url }).run()).rejects.toThrow('the service responded with status 307')
    expect(target.requests).toEqual([])
  })

  it.each([
    [
      'fails',
      (_: unknown, response: ServerResponse) => response.writeHead(500).end('secret'),
      'status 500',
    ],
    [
      'returns nothing',
      (_: unknown, response: ServerResponse) => response.end(),
      'it returned nothing',
    ],
    [
      'does not return JSON',
      (_: unknown, response: ServerResponse) => response.end('<html>'),
      'what it returned cannot be read as one JSON document, because it is not JSON: "<html>"',
    ],
    [
      'returns too much',
      (_: unknown, response: ServerResponse) => response.end(`"${'x'.repeat(99)}"`),
      'more than 100 bytes',
    ],
    ['hangs up', (request: IncomingMessage) => request.socket.destroy(), 'socket hang up'],
    [
      'hangs up during its response',
      (_: unknown, response: ServerResponse) => {
        response.writeHead(200, { 'Content-Length': 10 })
        response.write('{', () => response.destroy())
      },
      'aborted',
    ],
  ])('fails the task if it %s', async (_, respond, reason) => {
    const { url } = await service(respond)
    await expect(openSkill({ url, max_output_bytes: 100 }).run()).rejects.toThrow(reason)
  })

  it('does not keep the slot of a task if the service switches to another protocol', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
        ),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { run } = openSkill({ url, max_concurrent: 1, max_waiting: 1 })
    for (let task = 0; task < 3; task += 1)
      await expect(run()).rejects.toThrow('the service switched to another protocol')
  })

  it.each([429, 503])('is busy if it responds with %i', async (status) => {
    const { url } = await service((_, response) => response.writeHead(status).end())
    await expect(openSkill({ url }).run()).rejects.toThrow(SkillBusyError)
  })

  it('is busy beyond its limits', async () => {
    const { url } = await service(() => undefined)
    const { run } = openSkill({ url, max_concurrent: 1, max_waiting: 0 })
    const { call, abort } = callOf()
    const first = run(call).catch(String)
    await expect(run()).rejects.toThrow(SkillBusyError)
    abort()
    expect(await first).toMatch(/abort/i)
  })
})
