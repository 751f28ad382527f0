import { describe, expect, it } from 'vitest'
import type { SkillRun } from '../../../src/agent/index.ts'
import { eventually, until } from '../../kit/bounds.ts'
import { isAlive } from '../../kit/processes.ts'
import { callOf, openSkill } from './calls.ts'

/** Returns a long-running command that runs the shell code `each` per line, with the id of the task in `id` and the line in `line`. */
const persistent = (each: string, more: object = {}): SkillRun => ({
  command: [
    'sh',
    '-c',
    `while read -r line; do id=\${line#*'"id":"'}; id=\${id%%'"'*}; ${each}; done`,
  ],
  persistent: true,
  ...more,
})
/** Answers with the id of its process. */
const ANSWER = 'echo "{\\"id\\":\\"$id\\",\\"result\\":$$}"'
const PID = 'echo $$ >&2'

describe('a long-running command (persistent: true)', () => {
  it('reads each task as a line with an id, and its answer has the same id', async () => {
    const { run } = openSkill(
      persistent('printf "{\\"id\\":\\"%s\\",\\"result\\":%s}\\n" "$id" "$line"'),
    )
    expect(await run(callOf('two\nlines').call)).toMatchObject({
      id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      text: 'two\nlines',
      input: { text: 'two\nlines' },
      context: { task_id: 't-1', skill: 'work' },
    })
  })

  it('executes successive tasks in the same process', async () => {
    const { run } = openSkill(persistent(ANSWER))
    const pid = await run()
    expect(pid).toBeGreaterThan(1)
    expect(await run()).toBe(pid)
  })

  it('executes successive tasks in the same process if the manifest uses `kept`, the former name of `persistent`', async () => {
    const { run } = openSkill(persistent(ANSWER, { persistent: undefined, kept: true }))
    const pid = await run()
    expect(pid).toBeGreaterThan(1)
    expect(await run()).toBe(pid)
  })

  it('is started again for the next task if it died between tasks', async () => {
    const { run } = openSkill(persistent(ANSWER))
    const first = (await run()) as number
    process.kill(first, 'SIGKILL')
    const second = await eventually(() => run())
    expect(second).toBeGreaterThan(1)
    expect(second).not.toBe(first)
  })

  it('fails only the task during which it dies', async () => {
    const { run } = openSkill(persistent(`case $line in *die*) exit 7 ;; esac; ${ANSWER}`))
    await expect(run(callOf('die').call)).rejects.toThrow('the command ended with exit code 7')
    expect(await run()).toBeGreaterThan(1)
  })

  it('can report that a task failed, and continues', async () => {
    const { run } = openSkill(
      persistent(
        `case $line in *'"no"'*) echo "{\\"id\\":\\"$id\\",\\"error\\":\\"no such city\\"}" ;; *) ${ANSWER} ;; esac`,
      ),
    )
    const pid = await run()
    await expect(run(callOf('no').call)).rejects.toThrow('the command reported: no such city')
    expect(await run()).toBe(pid)
  })

  const INVALID_ANSWERS: readonly (readonly [what: string, each: string, reason: string])[] = [
    [
      'is not JSON',
      'echo working',
      'what it returned cannot be read as one JSON document, because it is not JSON: "working"',
    ],
    ['has no id', 'echo "{\\"result\\":1}"', 'a line without the id of the task'],
    ['has another id', 'echo "{\\"id\\":\\"t-1\\",\\"result\\":1}"', 'a line without the id'],
    ['has no result', 'echo "{\\"id\\":\\"$id\\"}"', 'the command answered without a result'],
    ['has no end', 'exec yes | tr -d "\\n"', 'wrote a line of more than 1000 bytes'],
  ]
  it.each(INVALID_ANSWERS)('is ended if its answer %s', async (_, each, reason) => {
    const { call, lines } = callOf()
    const { run, log } = openSkill(persistent(`${PID}; ${each}`, { max_output_bytes: 1000 }))
    await expect(run(call)).rejects.toThrow(reason)
    // The line with the process id may arrive after the task, whose log then does not contain it.
    const logged = () => [...lines(), ...log.flatMap(({ fields }) => fields['line'] ?? [])]
    await until(() => logged().length > 0, 'it did not log its process id')
    const pid = Number(logged()[0])
    expect(pid).toBeGreaterThan(1)
    await until(() => !isAlive(pid), 'it is alive')
  })

  it('cannot answer the next task with a line that it wrote for the previous one', async () => {
    const { run } = openSkill(
      persistent(
        `case $line in *spy*) ${ANSWER}; echo "{\\"id\\":\\"$id\\",\\"result\\":\\"planted\\"}" ;; *) ${ANSWER} ;; esac`,
      ),
    )
    const first = await run(callOf('spy').call)
    const second = await eventually(() => run())
    expect(second).not.toBe('planted')
    expect(second).not.toBe(first)
  })

  it('is ended when its task is aborted', async () => {
    const { call, lines, abort } = callOf()
    const { run } = openSkill(
      persistent(`${PID}; case $line in *slow*) sleep 1000 ;; esac; ${ANSWER}`),
    )
    const slow = run({ ...call, text: 'slow' }).catch(String)
    await until(() => lines().length > 0, 'the task did not start')
    abort()
    expect(await slow).toContain('the command was killed by SIGTERM')
    expect(await run()).not.toBe(Number(lines()[0]))
  })

  it('has one process for each concurrent task, up to the limit', async () => {
    const { run } = openSkill(persistent(`sleep 0.05; ${ANSWER}`, { max_concurrent: 2 }))
    const pids = await Promise.all(Array.from({ length: 6 }, () => run()))
    expect(new Set(pids).size).toBe(2)
  })

  it('ends with the agent', async () => {
    const { run, close } = openSkill(persistent(ANSWER))
    const pid = (await run()) as number
    await close()
    expect(isAlive(pid)).toBe(false)
  })

  it('is killed when the agent exits without closing', async () => {
    const { run, kill } = openSkill(persistent(ANSWER))
    const pid = (await run()) as number
    kill()
    await until(() => !isAlive(pid), 'it is alive')
  })

  it('has its standard error logged between tasks too', async () => {
    const { run, log } = openSkill(persistent(`${ANSWER}; exec 1>&-; echo idle >&2`))
    const { call, lines } = callOf()
    await run(call)
    await until(
      () => [...lines(), ...log.map(({ fields }) => fields['line'])].includes('idle'),
      'the line was not logged',
    )
  })
})
