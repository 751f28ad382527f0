import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveAgent } from '../../../src/agent/index.ts'
import { eventually } from '../../kit/bounds.ts'
import { newFolder } from '../../kit/folder.ts'
import { isToolMissing } from '../../kit/tools.ts'
import { freePort } from '../../kit/port.ts'
import { runCommand } from './cli.ts'

const note = () => undefined
const logger = { debug: note, info: note, warn: note, error: note }

async function created(language: string): Promise<string> {
  const dir = newFolder(language)
  expect((await runCommand(['init', '--language', language, '--dir', dir])).code).toBe(0)
  return dir
}
async function serve(dir: string) {
  const serving = await serveAgent({ dir, skills: {}, port: 0, logger, owns_process: false })
  onTestFinished(() => serving.stop())
  return (skill: string, text: string) =>
    serving.agent.call(serving.url, skill, text, { unsigned: true })
}

describe('svc-agent init --language', () => {
  it.each([
    ['python', 'skills.py', { words: 3 }, isToolMissing('python')],
    ['shell', 'skills.sh', { text: '3' }, false],
  ])('%s writes skills that work', async (language, file, count, isMissing) => {
    const dir = await created(language)
    expect(readdirSync(dir).toSorted()).toEqual(['.gitignore', file, 'svc.key', 'svc.yml'])
    if (isMissing) return
    const call = await serve(dir)
    expect(await call('greet', 'Ada')).toMatchObject({ result: { text: 'Hello, Ada!' } })
    expect(await call('greet', '')).toMatchObject({ result: { text: 'Hello, world!' } })
    expect(await call('count_words', 'a b c')).toMatchObject({ result: count })
  })

  it('http writes a service and says how to start it', async () => {
    const dir = newFolder('http')
    const { out } = await runCommand(['init', '--language', 'http', '--dir', dir])
    expect(out).toContain('Start the skills, in another terminal: node server.mjs\n')
    const port = await freePort()
    for (const file of ['svc.yml', 'server.mjs']) {
      const path = join(dir, file)
      writeFileSync(path, readFileSync(path, 'utf8').replace('8091', String(port)))
    }
    const service = spawn(process.execPath, ['server.mjs'], { cwd: dir, stdio: 'ignore' })
    onTestFinished(() => void service.kill('SIGKILL'))
    const call = await serve(dir)
    const greeted = await eventually(async () => {
      const result = await call('greet', 'Ada')
      if (result.status === 'failed') throw new Error(result.error.message)
      return result
    })
    expect(greeted).toMatchObject({ result: { text: 'Hello, Ada!' } })
    expect(await call('count_words', 'a b c')).toMatchObject({ result: { words: 3 } })
  })

  it('refuses an unknown language', async () => {
    const { code, err } = await runCommand(['init', '--language', 'cobol', '--dir', '/nowhere'])
    expect([code, err]).toEqual([
      2,
      'svc-agent: init: --language must be javascript, python, go, shell or http, not "cobol". See: svc-agent init --help',
    ])
  })
})

describe('an agent with run in svc.yml', () => {
  it('is refused with the name of each program that is missing', async () => {
    const dir = await created('python')
    const manifest = join(dir, 'svc.yml')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('python3', 'svc-no-python'))
    const { code, err } = await runCommand(['run', '--dir', dir, '--port', '0'])
    expect(code).toBe(1)
    expect(err).toContain(
      'The definition of the agent is invalid: skill greet: there is no program svc-no-python in PATH',
    )
  })

  it('is refused if the program has a function for the same skill', async () => {
    const dir = await created('shell')
    await expect(
      serveAgent({ dir, skills: { greet: () => 'Hello' }, port: 0, logger, owns_process: false }),
    ).rejects.toThrow('skill greet has both a function and run; remove one of them')
  })
})
