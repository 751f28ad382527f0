/** Runs, in a worker thread, an agent built with the library that echoes its input, or a bridge to the address in `workerData`. */
import { parentPort, workerData } from 'node:worker_threads'
import { createAgent, type SkillCall } from '../../src/agent/index.ts'
import type { SkillRun } from '../../src/agent/definition.ts'
import { openForeignSkills } from '../../src/agent/foreign/foreign-skills.ts'
import { reportProcessorTime } from './thread.ts'

type ForeignRun = Extract<SkillRun, { a2a: string } | { tool: string }>

const TEXT_OBJECT = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }
const ignore = (): void => undefined
const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore }
const { run } = workerData as { readonly run?: ForeignRun }
const starter = (): never => {
  throw new Error('A bridge to an address starts no command.')
}
const foreign = run && openForeignSkills({ env: {}, starter, logger }).taskOf(run, TEXT_OBJECT)

const agent = await createAgent({
  manifest: {
    name: 'Echo',
    version: '1.0.0',
    description: 'Returns its input.',
    skills: [
      {
        name: 'echo',
        description: 'Returns its input.',
        input_schema: TEXT_OBJECT,
        output_schema: TEXT_OBJECT,
      },
    ],
    capabilities: { provides: ['echo'], requires: [] },
    a2a: { upstream_url: 'http://127.0.0.1:8090/a2a/tasks' },
  },
  skills: { echo: foreign ?? (({ text }: SkillCall) => ({ text })) },
  logger,
})
const { url } = await agent.listen({ port: 0 })
reportProcessorTime()
parentPort!.postMessage(url)
