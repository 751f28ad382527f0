import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { discover } from '../../../src/agent/bridge/discover.ts'
import { newFolder } from '../../kit/folder.ts'
import { runCommand } from '../cli/cli.ts'
import { openSkill } from '../external/calls.ts'
import { cardOf, json, serve, serveRpc, type RpcCall } from './servers.ts'

const CURRENT = { supportedVersions: ['2026-07-28'] }
const toolNamed = (name: string) => ({ name, description: '', inputSchema: { type: 'object' } })

/** Starts an MCP server whose result of `tools/list` the test determines. */
const serveTools = (list: (params: RpcCall['params']) => object) =>
  serve((one, response) => {
    if (one.method === 'GET') return response.writeHead(404).end()
    const { id, method, params } = JSON.parse(one.text) as RpcCall
    const result = method === 'server/discover' ? CURRENT : list(params)
    return json(response, { jsonrpc: '2.0', id, result })
  })

describe('the discovery of a hostile server', () => {
  it('reads no more than the maximum size of a document, however long the card is', async () => {
    let written = 0
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const chunk = Buffer.alloc(64 * 1024, ' ')
      const write = (): void => {
        if (response.destroyed || written > 10_000_000) return void response.end()
        written += chunk.length
        response.write(chunk, write)
      }
      write()
    })
    const dir = newFolder('bridge')
    const { code, err } = await runCommand(['bridge', url, '--dir', dir, '--write-only'])
    expect([code, readdirSync(dir)]).toEqual([1, []])
    expect(err).toContain('the response is longer than 1048576 bytes')
    expect(written).toBeLessThan(10_000_000)
  })

  it('stops if the list of tools never ends', async () => {
    const { url, received } = await serveTools(() => ({
      tools: [toolNamed('again')],
      nextCursor: 'again',
    }))
    const dir = newFolder('bridge')
    const { code } = await runCommand(['bridge', url, '--dir', dir, '--write-only'])
    expect([code, readdirSync(dir)]).toEqual([1, []])
    expect(received.length).toBeLessThan(1000)
  })

  it('takes 256 of ten thousand tools, and says how many it left out', async () => {
    const { url } = await serveTools(() => ({
      tools: Array.from({ length: 10_000 }, (_, at) => toolNamed(`tool-${at}`)),
    }))
    const surface = await discover({ url }, { dir: newFolder('bridge'), env: {} })
    expect([surface.skills.length, surface.omitted.length]).toEqual([256, 9744])
  })

  it('distinguishes tools whose names differ only in case', async () => {
    const { url } = await serveTools(() => ({ tools: ['add', 'Add', 'ADD'].map(toolNamed) }))
    const dir = newFolder('bridge')
    expect((await runCommand(['bridge', url, '--dir', dir, '--write-only'])).code).toBe(0)
    const written = readFileSync(join(dir, 'svc.yml'), 'utf8')
    for (const name of ['add', 'Add', 'ADD'])
      expect(written).toMatch(new RegExp(`name: "?${name}"?\\n[^]*tool: "?${name}"?\\n`))
  })

  it('refuses a card that is compressed', async () => {
    const { url } = await serve((_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
        .end(gzipSync(JSON.stringify(cardOf('http://127.0.0.1')))),
    )
    const asked = discover({ url }, { dir: newFolder('bridge'), env: {} })
    await expect(asked).rejects.toThrow('compressed')
  })
})

describe('a response from a hostile server', () => {
  const mcp = (url: string) => ({ mcp: { url, revision: '2026-07-28' as const }, tool: 'x' })
  const EVENTS = { 'Content-Type': 'text/event-stream' }
  const idIn = (text: string): string => (JSON.parse(text) as RpcCall).id

  it.each(['application/json', 'text/event-stream'])(
    'is not decompressed, with the type %s, and does not count as a violation of the protocol',
    async (type) => {
      const bomb = gzipSync(Buffer.alloc(5_000_000, 'x'))
      const { url } = await serve((_, response) =>
        response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' }).end(bomb),
      )
      const outcome = openSkill(mcp(url)).run()
      await expect(outcome).rejects.toMatchObject({ code: 'EXECUTION_ERROR' })
    },
  )

  it.each([
    ['within an event', (response: ServerResponse) => response.write('data: {"jsonrpc"')],
    ['between events', (response: ServerResponse) => response.write(': ping\n\n')],
    ['before the first event', (response: ServerResponse) => response.flushHeaders()],
  ])('fails the task with FOREIGN_UNREACHABLE if it is cut off %s', async (_, write) => {
    const { url } = await serve((_one, response) => {
      response.writeHead(200, EVENTS)
      write(response)
      setImmediate(() => response.destroy())
    })
    await expect(openSkill(mcp(url)).run()).rejects.toMatchObject({ code: 'FOREIGN_UNREACHABLE' })
  })

  it('is read even if its events have comments and names, and its lines arrive in several chunks', async () => {
    const { url } = await serve(({ text }, response) => {
      const message = {
        jsonrpc: '2.0',
        id: idIn(text),
        result: { content: [{ type: 'text', text: 'ä' }] },
      }
      const event = `\uFEFF: hi\nevent: x\nretry: 1\ndata:${JSON.stringify(message)}\n\n`
      response.writeHead(200, EVENTS)
      for (const byte of Buffer.from(event)) response.write(Buffer.of(byte))
    })
    expect(await openSkill(mcp(url)).run()).toEqual({ text: 'ä' })
  })

  it('is ignored if it follows another one to the same request', async () => {
    const { url } = await serve(({ text }, response) => {
      const of = (content: string) => ({
        jsonrpc: '2.0',
        id: idIn(text),
        result: { content: [{ type: 'text', text: content }] },
      })
      response.writeHead(200, EVENTS)
      response.end(
        ['first', 'second'].map((content) => `data: ${JSON.stringify(of(content))}\n\n`).join(''),
      )
    })
    expect(await openSkill(mcp(url)).run()).toEqual({ text: 'first' })
  })

  it('fails the task with PROTOCOL_MISMATCH if it is a batch', async () => {
    const { url } = await serve(({ text }, response) =>
      json(response, [{ jsonrpc: '2.0', id: idIn(text), result: { content: [] } }]),
    )
    await expect(openSkill(mcp(url)).run()).rejects.toMatchObject({ code: 'PROTOCOL_MISMATCH' })
  })

  it('does not change any prototype', async () => {
    const { url } = await serveRpc(() => ({
      result: {
        message: {
          parts: [{ text: 'x' }, { data: JSON.parse('{"__proto__":{"polluted":1}}') as object }],
        },
      },
    }))
    await openSkill({ a2a: url }).run()
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})
