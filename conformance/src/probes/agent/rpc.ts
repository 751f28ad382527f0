import type { Lab } from '../../engine/lab.ts'
import type { Exchange, Probe } from '../../engine/types.ts'
import { askable, canonical, taskOf } from './task-request.ts'
import { controlOf, CROWD } from './tasks.ts'

const PATH = '/a2a'

/** The call of line 326 for the same skill and text that the canonical task has. */
function call(lab: Lab): Record<string, unknown> {
  const recorded = lab.seen('rpc.send')[0]
  const control = controlOf(lab.seen('task.canonical'))
  const { input } = control ? taskOf(control) : canonical(lab, askable(lab)[0], 'plain')
  return recorded
    ? (JSON.parse(recorded.request.body ?? '{}') as Record<string, unknown>)
    : { jsonrpc: '2.0', method: 'tasks/send', id: lab.random.uuid(), params: input }
}

const changed = (
  id: string,
  change: (call: Record<string, unknown>, lab: Lab) => unknown,
): Probe => ({
  id,
  effect: 'call',
  after: ['rpc.send'],
  run: async (lab) =>
    void (await lab.send({
      path: PATH,
      json: change({ ...call(lab), id: lab.random.uuid() }, lab),
    })),
})

const without = (value: Record<string, unknown>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))

export const rpcProbes: readonly Probe[] = [
  {
    id: 'rpc.send',
    effect: 'call',
    after: ['card', 'task.canonical'],
    run: async (lab) => void (await lab.send({ path: PATH, json: call(lab) })),
  },
  changed('rpc.unknown_method', (it) => ({ ...it, method: 'tasks/no_such_method' })),
  changed('rpc.no_method', (it) => without(it, 'method')),
  changed('rpc.no_skill', (it) => ({
    ...it,
    params: without(it['params'] as Record<string, unknown>, 'skill'),
  })),
  {
    id: 'rpc.malformed',
    effect: 'call',
    after: ['rpc.send'],
    run: async (lab) =>
      void (await lab.send({
        path: PATH,
        body: '{"jsonrpc":"2.0","method":"tasks/send","id":"1","params":{',
      })),
  },
  {
    id: 'rpc.odd',
    effect: 'call',
    after: ['rpc.send'],
    run: async (lab) => {
      const it = call(lab)
      for (const json of [
        without(it, 'id'),
        [
          { ...it, id: 'a' },
          { ...it, id: 'b' },
        ],
        { ...it, id: 7 },
      ])
        await lab.send({ path: PATH, json })
    },
  },
  {
    id: 'rpc.crowd',
    effect: 'call',
    after: ['rpc.send'],
    run: async (lab) => {
      const it = call(lab)
      await lab.sendAll(
        Array.from({ length: CROWD }, () => ({
          path: PATH,
          json: { ...it, id: lab.random.uuid() },
        })),
        CROWD,
      )
    },
  },
]

/** The id a recorded call had. */
export const callId = (exchange: Exchange): unknown =>
  (JSON.parse(exchange.request.body ?? '{}') as { id?: unknown }).id
