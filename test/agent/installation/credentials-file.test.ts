import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  readStoredCredentials,
  openCredentials,
  type Disk,
} from '../../../src/agent/installation/credentials-file.ts'

const KEPT = {
  format: 1,
  platform_url: 'https://a.example',
  agent_id: 'a',
  issuer: null,
  workspace_id: null,
  current: null,
  previous: null,
  begun: null,
  heartbeat_interval: 60,
  asked_interval: null,
  paused: false,
}
const OURS = JSON.stringify(KEPT)

/** Opens a file with this content as agent a at its platform. */
async function opened(content: string | undefined, open_to_others = false) {
  const files = new Map(content === undefined ? [] : [['/f', content]])
  const told: string[] = []
  const state = { fails: false }
  const note = (_: object, message: string) => {
    told.push(message)
  }
  const disk: Disk = {
    read: async (path) => files.get(path),
    isOpenToOthers: async () => open_to_others,
    write: async (path, text) => {
      files.set(path, text)
      if (state.fails) throw new Error('ENOSPC')
    },
    setAside: async (path, name) => {
      files.set(name, files.get(path)!)
      files.delete(path)
    },
  }
  const file = await openCredentials(disk, {
    credentials_file: '/f',
    platform_url: 'https://a.example',
    agent_id: 'a',
    logger: { debug: note, info: note, warn: note, error: note },
  })
  return {
    file,
    files,
    told,
    state,
    aside: () => [...files].filter(([name]) => name !== '/f').map(([, text]) => text),
  }
}

describe('the credentials file', () => {
  it.each([
    ['of this agent', OURS, []],
    ['that is not there', undefined, []],
    ['that is empty', ' \n', []],
    [
      'of another agent',
      JSON.stringify({ ...KEPT, agent_id: 'b' }),
      [
        'the credentials are of another agent, another version of it, or another platform; the file stays unchanged',
      ],
    ],
    [
      'of another platform',
      JSON.stringify({ ...KEPT, platform_url: 'https://b.example' }),
      [
        'the credentials are of another agent, another version of it, or another platform; the file stays unchanged',
      ],
    ],
    [
      'that is none',
      'nonsense',
      ['the credentials file cannot be parsed; the file stays unchanged'],
    ],
  ])('%s is opened as such', async (name, content, told) => {
    const one = await opened(content)
    expect([one.file.stored, one.told]).toEqual([name === 'of this agent' ? KEPT : null, told])
  })

  it('that other users can read is reported', async () => {
    expect((await opened(OURS, true)).told).toEqual([
      'other users can read the credentials file; it should have mode 0600',
    ])
    expect((await opened(undefined, true)).told).toEqual([])
  })

  it('is overwritten if it contains what this process read or wrote', async () => {
    const { file, files, aside, told } = await opened(OURS)
    await file.write('one')
    await file.write('two')
    expect([files.get('/f'), aside(), told]).toEqual(['two', [], []])
  })

  it.each([
    ["another agent's", JSON.stringify({ ...KEPT, agent_id: 'b' })],
    ['nonsense', 'nonsense'],
  ])('is renamed if it contains %s, and the log says so', async (_, content) => {
    const { file, files, aside, told } = await opened(content)
    await file.write('one')
    expect([files.get('/f'), aside(), told.at(-1)]).toEqual([
      'one',
      [content],
      'the credentials file has content that this process did not write; it was renamed',
    ])
  })

  it('is renamed if it contains older content of this process', async () => {
    const { file, files, aside } = await opened(OURS)
    await file.write('one')
    await file.write('two')
    files.set('/f', 'one')
    await file.write('three')
    expect([files.get('/f'), aside()]).toEqual(['three', ['one']])
  })

  it('is overwritten after a failed write', async () => {
    const { file, state, aside } = await opened(OURS)
    state.fails = true
    await expect(file.write('one')).rejects.toThrow('ENOSPC')
    state.fails = false
    await file.write('two')
    expect(aside()).toEqual([])
  })

  it('is read if it exists', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-kept-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'svc.credentials')
    expect(readStoredCredentials(path)).toBeUndefined()
    writeFileSync(path, OURS)
    expect(readStoredCredentials(path)).toEqual(KEPT)
  })
})
