import { describe, expect, it, onTestFinished } from 'vitest'
import { openExternalSkills } from '../../../src/agent/external/external-skills.ts'
import type { SkillRun } from '../../../src/agent/index.ts'
import { until } from '../../kit/bounds.ts'
import { newFolder } from '../../kit/folder.ts'
import { formOf, manifestOf, startAgent, TEXT } from '../serve/agents.ts'

/** Serves a skill `work` that a command runs. */
async function serveSkill(run: SkillRun, timeout_ms = 60_000) {
  const manifest = manifestOf({ work: { output: TEXT, timeout_ms } })
  const skills = manifest.skills.map((skill) => ({ ...skill, run }))
  const note = () => undefined
  const external = openExternalSkills({
    skills,
    dir: newFolder('external'),
    env: { PATH: process.env['PATH'] },
    logger: { debug: note, info: note, warn: note, error: note },
  })
  const desk = await startAgent({ ...manifest, skills }, external.functions)
  onTestFinished(async () => {
    await desk.agent.close({ grace_ms: 0 })
    await external.close()
  })
  const ask = (text = 'Ada') =>
    desk.task({ task_id: 't-1', input: { skill: 'work', message: text } })
  return { ...desk, ask }
}

describe('a task of a skill that a command runs', () => {
  it('is completed with what the command returned', async () => {
    const { ask, get } = await serveSkill({ command: ['tr', 'a-z', 'A-Z'], format: 'text' })
    const answer = await ask()
    expect(formOf(answer)).toBe('completed')
    expect(answer.body.result).toEqual({ text: 'ADA' })
    expect((await get('/.well-known/agent.json')).body.skills).toEqual([
      {
        name: 'work',
        description: 'Does work.',
        input_schema: { type: 'object' },
        output_schema: TEXT,
        timeout_ms: 60_000,
      },
    ])
  })

  it.each([
    ['fails', 'echo "secret: $0" >&2; echo secret; exit 3'],
    ['returns something other than JSON', 'echo secret'],
    ['returns what does not match the output_schema', 'echo "{\\"secret\\": 1}"'],
  ])(
    'fails with execution_error, and does not disclose why, if the command %s',
    async (_, text) => {
      const { ask, problems } = await serveSkill({ command: ['sh', '-c', text, 'secret'] })
      const answer = await ask()
      expect(formOf(answer)).toBe('failed')
      expect([answer.status, answer.body.error]).toEqual([
        500,
        {
          code: 'execution_error',
          message: 'The skill work failed; the log of the agent contains the cause.',
        },
      ])
      expect(answer.text).not.toContain('secret')
      expect(problems()).toHaveLength(1)
    },
  )

  it('fails with timeout, and the command is terminated', async () => {
    const { ask, log } = await serveSkill(
      {
        command: ['sh', '-c', 'echo ready >&2; exec sleep 1000'],
        max_concurrent: 1,
        max_waiting: 0,
      },
      300,
    )
    const answer = await ask()
    expect([answer.status, answer.body.error.code]).toEqual([504, 'timeout'])
    expect(log.map(({ message }) => message)).toContain('the skill exceeded its timeout')
    // The slot is free again once the process has ended.
    await until(async () => (await ask()).status === 504, 'the command is still running')
  })

  it('fails with rate_limited if all slots are in use and no more tasks may wait', async () => {
    const { ask, log } = await serveSkill({
      command: ['sh', '-c', 'echo ready >&2; exec sleep 1000'],
      max_concurrent: 1,
      max_waiting: 0,
    })
    void ask().catch(() => undefined)
    await until(() => log.some(({ fields }) => fields['line'] === 'ready'), 'it did not start')
    const answer = await ask()
    expect([answer.status, answer.headers['retry-after'], answer.body.error]).toEqual([
      429,
      '1',
      { code: 'rate_limited', message: 'The skill work is busy. Try again in a second.' },
    ])
  })
})
