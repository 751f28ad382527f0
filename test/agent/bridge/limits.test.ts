import { PassThrough, Writable } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { compareWithPin } from '../../../src/agent/bridge/pin.ts'
import type { ProcessEnd, ProcessGroup } from '../../../src/child-processes/process-group.ts'
import type { AgentFolder } from '../../../src/agent/folder/folder.ts'
import { connectMcpStdio } from '../../../src/agent/foreign/mcp-stdio.ts'
import { compileSkills } from '../../../src/agent/tasks/skills.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('a process is killed once more than four times the maximum size of a message is unread', async () => {
  const ended = Promise.withResolvers<ProcessEnd>()
  const kill = vi.fn(() => ended.resolve({ kind: 'killed', signal: 'SIGKILL' }))
  // This stream never reports that a write has completed, so everything that is written stays unread.
  const stdin = new Writable({ write: () => undefined })
  const group: ProcessGroup = {
    stdin,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    ended: ended.promise,
    stop: () => undefined,
    kill,
  }
  const connection = connectMcpStdio(
    { start: () => group, max_bytes: 1000, log: () => undefined, redact: (text) => text },
    '2026-07-28',
  )
  const results: Promise<unknown>[] = []
  const ask = (bytes: number) => {
    const params = { text: 'x'.repeat(bytes) }
    const result = connection.request({ method: 'm', params, signal: new AbortController().signal })
    results.push(result.catch((cause: Error) => cause))
  }
  ask(0)
  const overhead = stdin.writableLength
  ask(4000 - 2 * overhead)
  expect(stdin.writableLength).toBe(4000)
  ask(0)
  expect(stdin.writableLength).toBe(4000 + overhead)
  expect(kill).not.toHaveBeenCalled()
  ask(0)
  expect(kill).toHaveBeenCalledOnce()
  expect(await Promise.all(results)).toEqual(Array(4).fill(expect.any(Error)))
})

it('a bridge waits 20 seconds for the foreign agent before it continues without a comparison', async () => {
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => AbortSignal.abort(new DOMException('late', 'TimeoutError')))
  const bridge = { source: { url: 'http://127.0.0.1:9/' }, digest: 'd', version: '1' }
  const folder = { manifest: { bridge, skills: {} } } as AgentFolder
  expect(await compareWithPin(folder, { env: {}, dir: '.' })).toEqual({
    kind: 'unknown',
    reason: expect.stringContaining('did not respond within 20000 milliseconds'),
  })
  expect(timeout.mock.calls[0]).toEqual([20_000])
})

it('an input is refused if its validation against the schema of a foreign tool would take too many steps', () => {
  const alternatives = Array.from({ length: 1000 }, (_, at) => ({
    required: [`m${at}`],
    type: 'object',
  }))
  const items = { anyOf: [...alternatives, { type: 'number' }] }
  const skill = {
    name: 'add',
    description: 'Adds.',
    input_schema: { type: 'object', properties: { terms: { type: 'array', items } } },
    output_schema: true,
    timeout_ms: 1000,
    run: { mcp: { url: 'http://127.0.0.1:9000/mcp' }, tool: 'add' },
  }
  const a2a = { upstream_url: 'http://127.0.0.1:8090/a2a/tasks' }
  const { inputFault } = compileSkills({ skills: [skill], a2a }, { add: () => 1 }, []).get('add')!
  expect(inputFault({ terms: Array(100).fill(1) })).toBeUndefined()
  expect(inputFault({ terms: Array(10_000).fill(1) })).toBe(
    'it is too large to be validated against its schema',
  )
})
