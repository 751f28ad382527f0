import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { formOf, sendTo } from './agents.ts'

const EXAMPLE = new URL('../../../examples/typescript/agent.ts', import.meta.url)
let stop: (() => void) | undefined
afterEach(() => stop?.())

describe('ten-line example', () => {
  it('runs unchanged, and executes tasks whose message is a string or an object with parts', async () => {
    const child = spawn(process.execPath, [EXAMPLE.pathname], {
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    stop = () => child.kill()
    const lines: string[] = []
    child.stderr.on('data', (chunk: Buffer) => lines.push(String(chunk)))
    const line = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      once(child, 'exit').then(() => {
        throw new Error(lines.join(''))
      }),
    ])
    const port = Number(new URL(String(line[0])).port)
    for (const message of [
      'one two  three',
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'one two' },
          { type: 'text', text: 'three' },
        ],
      },
    ]) {
      const answer = await sendTo(port, 'POST', '/a2a/tasks', {
        input: { skill: 'count_words', message },
      })
      expect(formOf(answer)).toBe('completed')
      expect(answer.body.result).toEqual({ words: 3 })
    }
    expect((await sendTo(port, 'GET', '/.well-known/agent.json')).body.name).toBe('Word Counter')
    expect(lines).toEqual([])
  })
})
