import { expect, it, onTestFinished } from 'vitest'
import { openExternalSkills } from '../../../src/agent/external/external-skills.ts'
import { traceparentOf } from '../../../src/agent/tasks/traceparent.ts'
import { newFolder } from '../../kit/folder.ts'
import { callOf } from './calls.ts'

const note = () => undefined

it('skills whose `run` is equal share their processes, and others have their own', async () => {
  const each = `while read -r line; do id=\${line#*'"id":"'}; id=\${id%%'"'*}; echo "{\\"id\\":\\"$id\\",\\"result\\":$$}"; done`
  const run = { command: ['sh', '-c', each], persistent: true }
  const parts = { description: '', input_schema: true, output_schema: true, timeout_ms: 1000 }
  const { functions, close } = openExternalSkills({
    skills: [
      { ...parts, name: 'a', run },
      { ...parts, name: 'b', run: { persistent: true, command: [...run.command] } },
      { ...parts, name: 'c', run: { ...run, max_waiting: 1 } },
      { ...parts, name: 'd' },
    ],
    dir: newFolder('external'),
    env: { PATH: process.env['PATH'] },
    logger: { debug: note, info: note, warn: note, error: note },
  })
  onTestFinished(close)
  expect(Object.keys(functions)).toEqual(['a', 'b', 'c'])
  const [a, b, c] = [
    await functions['a']!(callOf().call),
    await functions['b']!(callOf().call),
    await functions['c']!(callOf().call),
  ]
  expect(b).toBe(a)
  expect(c).not.toBe(a)
})

it.each([
  [
    'that of the request',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'trace-1',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  ],
  [
    'one with the digits of a trace id that is a UUID',
    undefined,
    '01980000-0000-7000-8000-000000000001',
    /^00-01980000000070008000000000000001-[0-9a-f]{16}-00$/,
  ],
  [
    'one made from the trace id, if that is a UUID of zeros only',
    undefined,
    '00000000-0000-0000-0000-000000000000',
    /^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-00$/,
  ],
  ['one made from any other trace id', undefined, 'trace-1', /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/],
  [
    'one made from the trace id, if that of the request has only zeros',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    'trace-1',
    /^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-00$/,
  ],
  [
    'one made from the trace id, if that of the request is malformed',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\nx: y',
    'trace-1',
    /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/,
  ],
])('the trace of a task is %s', (_, header, trace_id, expected) => {
  const traceparent = traceparentOf(header, trace_id)
  expect(traceparent).toMatch(expected)
  expect(traceparentOf(header, trace_id)).toBe(traceparent)
})
