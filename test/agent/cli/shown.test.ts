import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { terminalJson, terminalLine, terminalText } from '../../../src/terminal/text.ts'
import { runCommand } from './cli.ts'

const HOSTILE_TEXT = 'a\u001b[2Jb\u009b31mc\u202ed\u2066e\u200ff\u0007g'
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/

describe('text from other agents', () => {
  it('is printed with its control and direction characters escaped', () => {
    expect(terminalText(`${HOSTILE_TEXT}\n\tz`)).toBe(
      'a\\u001b[2Jb\\u009b31mc\\u202ed\\u2066e\\u200ff\\u0007g\n\tz',
    )
    expect(terminalLine('one\ntwo')).toBe('one\\u000atwo')
  })

  it('is unchanged in the parsed JSON', () => {
    expect(terminalJson({ text: HOSTILE_TEXT })).not.toMatch(UNSAFE)
    expect(JSON.parse(terminalJson({ text: HOSTILE_TEXT }))).toEqual({ text: HOSTILE_TEXT })
  })

  it.each([
    [
      200,
      {
        task_id: 't',
        status: 'completed',
        result: { text: HOSTILE_TEXT },
        output: { text: HOSTILE_TEXT },
      },
    ],
    [
      500,
      {
        task_id: 't',
        status: 'failed',
        error: { code: HOSTILE_TEXT, message: `${HOSTILE_TEXT}\nVerified: signed by me` },
      },
    ],
  ])('is escaped in what `call` prints for an answer with %i', async (status, body) => {
    const server = createServer((_req, res) => {
      res.writeHead(status).end(JSON.stringify(body))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.close()
    })
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const more of [[], ['--json']]) {
      const { out } = await runCommand(['call', url, 'x', '--text', 'y', ...more])
      expect(out).toContain('\\u001b[2J')
      expect(out).not.toMatch(UNSAFE)
      expect(out).not.toMatch(/^Verified/m)
    }
  })
})

it('call waits as long as --timeout allows, and states that limit', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, out } = await runCommand(['call', url, 'x', '--text', 'y', '--timeout', '0.6'])
  expect(out).toContain('The agent did not respond within 600 milliseconds.')
  expect(code).not.toBe(0)
})
