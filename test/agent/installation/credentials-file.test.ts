import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseStoredCredentials } from '../../../src/agent/installation/credentials.ts'
import {
  fileDisk,
  readStoredCredentials,
  openCredentials,
  type Disk,
} from '../../../src/agent/installation/credentials-file.ts'
import { newFolder } from '../../kit/folder.ts'

const STORED = {
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
const CONTENT = JSON.stringify(STORED)

/** Opens a file with this content as agent a on its platform. */
async function openFile(content: string | undefined, open_to_others = false) {
  const files = new Map(content === undefined ? [] : [['/f', content]])
  const messages: string[] = []
  const state = { fails: false }
  const record = (_: object, message: string) => {
    messages.push(message)
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
    logger: { debug: record, info: record, warn: record, error: record },
  })
  return {
    file,
    files,
    messages,
    state,
    renamedContents: () => [...files].filter(([name]) => name !== '/f').map(([, text]) => text),
  }
}

describe('the credentials file', () => {
  it.each([
    ['a file of this agent', CONTENT, []],
    ['no file', undefined, []],
    ['an empty file', ' \n', []],
    [
      'a file of another agent',
      JSON.stringify({ ...STORED, agent_id: 'b' }),
      [
        'the credentials belong to another agent, another version of this agent, or another platform; the file is renamed before new credentials are written',
      ],
    ],
    [
      'a file of another platform',
      JSON.stringify({ ...STORED, platform_url: 'https://b.example' }),
      [
        'the credentials belong to another agent, another version of this agent, or another platform; the file is renamed before new credentials are written',
      ],
    ],
    [
      'a file that is not JSON',
      'nonsense',
      [
        'the credentials file cannot be parsed; the file is renamed before new credentials are written',
      ],
    ],
  ])(
    'is used only if it belongs to this agent on this platform: %s',
    async (name, content, messages) => {
      const one = await openFile(content)
      expect([one.file.stored, one.messages]).toEqual([
        name === 'a file of this agent' ? STORED : null,
        messages,
      ])
    },
  )

  it('that other users can read is reported', async () => {
    expect((await openFile(CONTENT, true)).messages).toEqual([
      'other users can read the credentials file; it should have mode 0600',
    ])
    expect((await openFile(undefined, true)).messages).toEqual([])
  })

  it('is overwritten if it contains what this process read or wrote', async () => {
    const { file, files, renamedContents, messages } = await openFile(CONTENT)
    await file.write('one')
    await file.write('two')
    expect([files.get('/f'), renamedContents(), messages]).toEqual(['two', [], []])
  })

  it.each([
    ["another agent's credentials", JSON.stringify({ ...STORED, agent_id: 'b' })],
    ['nonsense', 'nonsense'],
  ])('is renamed if it contains %s, and the log says so', async (_, content) => {
    const { file, files, renamedContents, messages } = await openFile(content)
    await file.write('one')
    expect([files.get('/f'), renamedContents(), messages.at(-1)]).toEqual([
      'one',
      [content],
      'the credentials file has content that this process did not write; it was renamed',
    ])
  })

  it('is renamed if it contains older content of this process', async () => {
    const { file, files, renamedContents } = await openFile(CONTENT)
    await file.write('one')
    await file.write('two')
    files.set('/f', 'one')
    await file.write('three')
    expect([files.get('/f'), renamedContents()]).toEqual(['three', ['one']])
  })

  it('is overwritten after a failed write', async () => {
    const { file, state, renamedContents } = await openFile(CONTENT)
    state.fails = true
    await expect(file.write('one')).rejects.toThrow('ENOSPC')
    state.fails = false
    await file.write('two')
    expect(renamedContents()).toEqual([])
  })

  it('is read if it exists', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-credentials-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'svc.credentials')
    expect(readStoredCredentials(path)).toBeUndefined()
    writeFileSync(path, CONTENT)
    expect(readStoredCredentials(path)).toEqual(STORED)
  })
})

describe('the content of a credentials file', () => {
  const expires_at = '2030-01-01T00:00:00.000Z'
  const current = {
    installation_id: 'inst',
    runtime_token: 'srt_1',
    expires_at,
    token_version: 1,
    refresh_token: 'srf_1',
    install_token_hash: null,
    workspace_id: 'ws',
    upstream_url: null,
  }
  const stored = {
    format: 1,
    platform_url: 'https://a.example',
    agent_id: 'a',
    issuer: 'https://a.example',
    workspace_id: 'ws',
    current,
    previous: null,
    begun: 'hash',
    heartbeat_interval: 30,
    asked_interval: 30,
    paused: true,
  }

  it('is read as it was written', () => {
    expect(parseStoredCredentials(JSON.stringify(stored))).toEqual(stored)
  })
  it.each([
    { format: 2 },
    { platform_url: 7 },
    { agent_id: 'a b' },
    { current: {} },
    { previous: { ...current, runtime_token: '' } },
    { current: { ...current, token_version: '1' } },
    { current: { ...current, refresh_token: 'a b' } },
    { current: { ...current, expires_at: 'soon' } },
    { current: { ...current, upstream_url: ' ' } },
    { current: { ...current, workspace_id: 7 } },
  ])('is invalid with %j', (more) => {
    expect(parseStoredCredentials(JSON.stringify({ ...stored, ...more }))).toBeUndefined()
  })
  it('is read without optional members', () => {
    const { workspace_id: _, upstream_url: __, ...earlier } = current
    expect(
      parseStoredCredentials(
        JSON.stringify({
          format: 1,
          platform_url: 'https://a.example',
          agent_id: 'a',
          current: earlier,
        }),
      ),
    ).toEqual({
      format: 1,
      platform_url: 'https://a.example',
      agent_id: 'a',
      issuer: null,
      workspace_id: null,
      current: { ...current, workspace_id: null },
      previous: null,
      begun: null,
      heartbeat_interval: 60,
      asked_interval: null,
      paused: false,
    })
  })

  let folder: string
  beforeAll(() => {
    folder = newFolder('disk')
  })
  it('that is missing is distinguished from one that cannot be read', async () => {
    mkdirSync(join(folder, 'd'))
    expect(await fileDisk.read(join(folder, 'none'))).toBeUndefined()
    await expect(fileDisk.read(join(folder, 'd'))).rejects.toThrow('EISDIR')
  })
  it.each([
    ['600', false],
    ['640', true],
    ['604', true],
    ['400', false],
  ])('of mode %s is readable by other users: %s', async (mode, open) => {
    const path = join(folder, 'f')
    writeFileSync(path, 'x')
    chmodSync(path, mode)
    expect(await fileDisk.isOpenToOthers(path)).toBe(open)
    rmSync(path)
  })
})
