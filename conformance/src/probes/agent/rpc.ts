import type { ProbeContext } from '../../engine/probe-context.ts'
import type { Exchange, Probe } from '../../engine/types.ts'
import { canonicalTask, preferredSkills, taskOf, without } from './task-request.ts'
import { CONCURRENT_REQUESTS, controlOf } from './tasks.ts'

const PATH = '/a2a'

type Call = Readonly<Record<string, unknown>>

const callOf = ({ request }: Exchange): Call => JSON.parse(request.body ?? '{}') as Call

/** Returns the id of a recorded call. */
export const callId = (exchange: Exchange): unknown => callOf(exchange)['id']

/** Returns a call of `tasks/send` (docs/specification/agent-protocol.md#json-rpc) with the skill and text of the canonical task. */
function canonicalCall(context: ProbeContext): Call {
  const [recorded] = context.recorded('rpc.send')
  const control = controlOf(context.recorded('task.canonical'))
  const { input } = control
    ? taskOf(control)
    : canonicalTask(context, preferredSkills(context)[0], 'plain')
  return recorded
    ? callOf(recorded)
    : { jsonrpc: '2.0', method: 'tasks/send', id: context.random.uuid(), params: input }
}

/** Sends the canonical call with one change. */
const variation = (id: string, change: (call: Call) => unknown): Probe => ({
  id,
  effect: 'call',
  after: ['rpc.send'],
  run: (context) =>
    context.send({
      path: PATH,
      json: change({ ...canonicalCall(context), id: context.random.uuid() }),
    }),
})

export const rpcProbes: readonly Probe[] = [
  {
    id: 'rpc.send',
    effect: 'call',
    after: ['card', 'task.canonical'],
    run: (context) => context.send({ path: PATH, json: canonicalCall(context) }),
  },
  variation('rpc.unknown_method', (call) => ({ ...call, method: 'tasks/no_such_method' })),
  variation('rpc.no_method', (call) => without(call, 'method')),
  variation('rpc.no_skill', (call) => ({
    ...call,
    params: without(call['params'] as Call, 'skill'),
  })),
  {
    id: 'rpc.malformed',
    effect: 'call',
    after: ['rpc.send'],
    run: (context) =>
      context.send({
        path: PATH,
        body: '{"jsonrpc":"2.0","method":"tasks/send","id":"1","params":{',
      }),
  },
  {
    id: 'rpc.odd',
    effect: 'call',
    after: ['rpc.send'],
    run: async (context) => {
      const call = canonicalCall(context)
      const notification = without(call, 'id')
      const batch = [
        { ...call, id: 'a' },
        { ...call, id: 'b' },
      ]
      for (const json of [notification, batch, { ...call, id: 7 }])
        await context.send({ path: PATH, json })
    },
  },
  {
    id: 'rpc.crowd',
    effect: 'call',
    after: ['rpc.send'],
    run: async (context) => {
      const call = canonicalCall(context)
      await context.sendAll(
        Array.from({ length: CONCURRENT_REQUESTS }, () => ({
          path: PATH,
          json: { ...call, id: context.random.uuid() },
        })),
        CONCURRENT_REQUESTS,
      )
    },
  },
]
