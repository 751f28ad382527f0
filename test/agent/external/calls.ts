import { onTestFinished } from 'vitest'
import {
  openExternalSkills,
  type ExternalOptions,
} from '../../../src/agent/external/external-skills.ts'
import type { SkillCall, SkillRun } from '../../../src/agent/index.ts'
import { newFolder } from '../../kit/folder.ts'

interface LogEntry {
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Returns a call of a skill with this text, and what is logged for it. */
export function callOf(text = 'Ada', skill = 'work') {
  const log: LogEntry[] = []
  const write = (message: string, fields: object = {}): void => {
    log.push({ message, fields: fields as LogEntry['fields'] })
  }
  const controller = new AbortController()
  const call: SkillCall = {
    text,
    input: { text },
    signal: controller.signal,
    context: {
      task_id: 't-1',
      trace_id: 'trace-1',
      traceparent: '00-11111111111111111111111111111111-2222222222222222-00',
      skill,
      caller: undefined,
      workspace_id: 'ws-1',
      requester_id: undefined,
      conversation: undefined,
      policy: undefined,
    },
    progress: () => undefined,
    log: { debug: write, info: write, warn: write, error: write },
  }
  const lines = () =>
    log.flatMap(({ fields }) => (typeof fields['line'] === 'string' ? [fields['line']] : []))
  return { call, log, lines, abort: () => controller.abort(new Error('aborted by the test')) }
}

const declaration = {
  description: 'Works.',
  input_schema: true,
  output_schema: true,
  timeout_ms: 60_000,
} as const

/** Opens a skill with this `run`, and ends its processes after the test. */
export function openSkill(run: SkillRun, options: Partial<ExternalOptions> = {}) {
  const log: LogEntry[] = []
  const write = (fields: object, message: string): void => {
    log.push({ message, fields: fields as LogEntry['fields'] })
  }
  const dir = options.dir ?? newFolder('external')
  const external = openExternalSkills({
    skills: [{ ...declaration, name: 'work', run }],
    dir,
    env: { PATH: process.env['PATH'] },
    logger: { debug: write, info: write, warn: write, error: write },
    ...options,
  })
  onTestFinished(external.close)
  const { work } = external.functions
  return {
    ...external,
    dir,
    log,
    run: async (call: SkillCall = callOf().call): Promise<unknown> => work!(call),
  }
}
