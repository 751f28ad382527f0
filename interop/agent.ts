import { createAgent, type SkillCall, type SkillFunction } from '../src/agent/index.ts'

const OBJECT = { type: 'object' } as const
const NAMES = ['reverse', 'sum', 'slow', 'fails']
const ignore = (): void => undefined

/** Returns the functions of some skills. */
const only = (names: readonly string[], skills: Readonly<Record<string, SkillFunction>>) =>
  Object.fromEntries(Object.entries(skills).filter(([name]) => names.includes(name)))

/**
 * Starts the agent that the clients call, on a free port, with all of its skills or some. Its responses are checked against the contract.
 */
export async function startAgent(names: readonly string[] = NAMES) {
  const agent = await createAgent({
    manifest: {
      name: 'Interop',
      version: '1.0.0',
      description: 'An agent for third-party clients.',
      skills: names.map((name) => ({
        name,
        description: `Does ${name}.`,
        input_schema: OBJECT,
        output_schema: OBJECT,
      })),
      capabilities: { provides: [...names], requires: [] },
      a2a: { upstream_url: 'http://127.0.0.1:8090/a2a/tasks' },
    },
    skills: only(names, {
      reverse: ({ text }) => [...text].toReversed().join(''),
      sum: ({ input }) => ({ sum: (input['numbers'] as number[]).reduce((a, b) => a + b, 0) }),
      slow: ({ signal, progress }: SkillCall) => {
        progress('half')
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        })
      },
      fails: () => {
        throw new Error('on purpose')
      },
    }),
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    response_gate: 'closed',
  })
  const { url } = await agent.listen({ port: 0 })
  return { url, stop: () => agent.close({ grace_ms: 0 }) }
}
