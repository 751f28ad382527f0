import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  AgentFolderError,
  keyFileOf,
  readAgentFolder,
  readKeyFile,
  readManifest,
  serveAgent,
  startInstallation,
  svcId,
  type ServeAgentOptions,
} from '../../../src/agent/index.ts'
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts'
import { runCommand } from '../cli/cli.ts'
import { newFolder } from '../../kit/folder.ts'

const skills = {
  greet: ({ text }: { text: string }) => `Hello, ${text}!`,
  count_words: () => ({ words: 0 }),
}
const note = () => undefined
const logger = { debug: note, info: note, warn: note, error: note }

async function agentFolder(): Promise<string> {
  const dir = newFolder()
  await runCommand(['init', '--dir', dir])
  return dir
}
async function served(options: Partial<ServeAgentOptions> & { dir: string }) {
  const serving = await serveAgent({ skills, port: 0, logger, owns_process: false, ...options })
  onTestFinished(() => serving.stop())
  return serving
}
const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    connect(port, '127.0.0.1')
      .once('connect', () => resolve(false))
      .once('error', () => resolve(true))
  })

describe('serveAgent', () => {
  it('serves a folder standalone while it is not installed', async () => {
    const { url, installation, agent } = await served({ dir: await agentFolder() })
    expect(installation).toBeUndefined()
    expect(await agent.call(url, 'greet', 'Ada', { unsigned: true })).toMatchObject({
      status: 'completed',
      result: { text: 'Hello, Ada!' },
    })
  })

  it('serves without a key, and signs nothing', async () => {
    const dir = await agentFolder()
    rmSync(join(dir, 'svc.key'))
    const { url } = await served({ dir })
    const answer = await fetch(`${url}/a2a/tasks`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ input: { skill: 'greet', message: 'Ada' } }),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('X-Svc-Signature')).toBeNull()
    await expect(
      serveAgent({ dir, skills, install_token: 'skt_x', owns_process: false }),
    ).rejects.toThrow(/There is no svc\.key .*init --key-only/)
  })

  it.each([
    ['a missing manifest', (dir: string) => rmSync(join(dir, 'svc.yml')), /There is no svc\.yml/],
    [
      'a manifest with a fault',
      (dir: string) => writeFileSync(join(dir, 'svc.yml'), 'nmae: x\n'),
      /svc\.yml:1:1: the manifest has the unknown key "nmae"/,
    ],
    [
      'a broken key',
      (dir: string) => writeFileSync(join(dir, 'svc.key'), 'x'),
      /svc\.key is invalid/,
    ],
  ])('says what is wrong with %s', async (_name, damage, expected) => {
    const dir = await agentFolder()
    damage(dir)
    const fault = await serveAgent({ dir, skills, owns_process: false }).catch(
      (cause: Error) => cause,
    )
    expect(fault).toBeInstanceOf(AgentFolderError)
    expect(String(fault)).toMatch(expected)
  })

  it('refuses a platform_url that is not an address', async () => {
    const dir = await agentFolder()
    const fault = await serveAgent({ dir, skills, platform_url: 'registry' }).catch(
      (cause: Error) => cause,
    )
    expect(fault).toBeInstanceOf(TypeError)
    expect(String(fault)).toContain('"registry" is not an absolute http or https address')
  })

  it('releases its port when its credentials cannot be read', async () => {
    const dir = await agentFolder()
    mkdirSync(join(dir, 'svc.credentials'))
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    await expect(served({ dir, port, platform_url: 'http://127.0.0.1:59321' })).rejects.toThrow(
      'EISDIR',
    )
    expect(await isFree(port)).toBe(true)
  })

  it('leaves no listener behind if it cannot listen', async () => {
    const dir = await agentFolder()
    const before = process.listenerCount('exit')
    await expect(served({ dir, host: '192.0.2.1', port: 1 })).rejects.toThrow(
      /EADDRNOTAVAIL|EACCES/,
    )
    expect(process.listenerCount('exit')).toBe(before)
  })
})

describe('serveAgent with a platform', () => {
  let sandbox: Sandbox
  let platform: { platform_url: string; env: Record<string, string> }
  beforeAll(async () => {
    sandbox = await startSandbox(0, 'silent')
    const { api_key, workspace_id, organization_id } = sandbox.info.organizations.find(
      ({ plan }) => plan === 'enterprise',
    )!
    platform = {
      platform_url: sandbox.info.base_url,
      env: {
        SVC_PLATFORM_URL: sandbox.info.base_url,
        SVC_API_KEY: api_key,
        SVC_WORKSPACE_ID: workspace_id,
        SVC_ORGANIZATION_ID: organization_id,
        SVC_ISSUER: sandbox.info.issuer,
      },
    }
  })
  afterAll(() => sandbox.serving.stop())

  it('goes online with the credentials that `install` stored, and reports when it stops', async () => {
    const dir = await agentFolder()
    await runCommand(['register', '--dir', dir], platform.env)
    await runCommand(['install', '--dir', dir], platform.env)
    const { installation, stop } = await served({ dir })
    await installation!.settled()
    expect(installation!.status()).toMatchObject({ mode: 'running' })
    await stop()
    const { mode, reason, installation_id } = installation!.status()
    expect([mode, reason]).toEqual(['stopped', 'stopped'])
    const shown = await fetch(`${platform.platform_url}/installations/${installation_id}`, {
      headers: { 'X-API-Key': platform.env['SVC_API_KEY']! },
    })
    expect(await shown.json()).toMatchObject({ health: 'stopped' })
  })

  it('finishes a running task before it acknowledges a terminate command', async () => {
    const dir = await agentFolder()
    await runCommand(['register', '--dir', dir], platform.env)
    await runCommand(['install', '--dir', dir], platform.env)
    const started = Promise.withResolvers<undefined>()
    const release = Promise.withResolvers<string>()
    const greet = () => {
      started.resolve(undefined)
      return release.promise
    }
    const { installation, agent, ended, url } = await served({ dir, skills: { ...skills, greet } })
    await installation!.settled()
    const task = agent.call(url, 'greet', 'Ada', { unsigned: true })
    await started.promise
    const headers = {
      'X-API-Key': platform.env['SVC_API_KEY']!,
      'Content-Type': 'application/json',
    }
    const revoked = await fetch(
      `${platform.platform_url}/installations/${installation!.status().installation_id}/revoke`,
      { method: 'POST', headers, body: '{"shutdown_timeout_ms": 600000}' },
    )
    expect(revoked.status).toBe(200)
    await installation!.sendHeartbeat()
    await installation!.sendHeartbeat()
    expect(installation!.mode()).not.toBe('stopped')
    release.resolve('Hello at last')
    expect(await task).toMatchObject({ status: 'completed', result: { text: 'Hello at last' } })
    expect(await ended).toBe('terminated')
  })

  it('can be replaced by its exported parts, which derive the same id from a folder and start an installation', async () => {
    const dir = await agentFolder()
    await runCommand(['register', '--dir', dir], platform.env)
    const result = readManifest(readFileSync(join(dir, 'svc.yml'), 'utf8'))
    if (result.kind !== 'valid') throw new Error('the manifest is invalid')
    const key = readKeyFile(readFileSync(join(dir, 'svc.key'), 'utf8'))
    expect(readKeyFile(keyFileOf(key.seed))).toEqual(key)
    const { name, version } = result.manifest
    const agent_id = svcId({
      name,
      version,
      public_key: key.public_key,
      manifest_hash: result.hash,
    })
    expect(readAgentFolder(dir).self!.svc_id).toBe(agent_id)
    const { SVC_API_KEY: api_key, SVC_WORKSPACE_ID: workspace_id } = platform.env as {
      SVC_API_KEY: string
      SVC_WORKSPACE_ID: string
    }
    const token = (await (
      await fetch(`${platform.platform_url}/workspaces/${workspace_id}/install-tokens`, {
        method: 'POST',
        headers: { 'X-API-Key': api_key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ agent_id }),
      })
    ).json()) as { token: string }
    const installation = await startInstallation({
      platform_url: platform.platform_url,
      credentials_file: join(dir, 'svc.credentials'),
      agent_id,
      install_token: token.token,
      logger,
    })
    await installation.settled()
    expect(installation.mode()).toBe('running')
    await installation.stop()
    expect(existsSync(join(dir, 'svc.credentials'))).toBe(true)
  })
})
