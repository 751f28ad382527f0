import { parseKeys } from '../../src/store/master-keys/source.ts'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { open } from '../../src/domain/secrets.ts'
import { client, installAgent } from './client.ts'
import { runForJson, runRegistry, SLOW_TEST, startServe, type ProcessResult } from './process.ts'
import { newFolder } from '../kit/folder.ts'
import { samples } from '../kit/samples.ts'

/** Obtains API keys, tokens, a PIN and a session with operations and commands; returns them and the master key by name. */
async function useSecrets(
  path: string,
  { get, post }: ReturnType<typeof client>,
): Promise<Record<string, string>> {
  const api_key = readFileSync(`${path}.first-key`, 'utf8').trim()
  const [{ organization_id }] = (
    await runForJson<{ items: [{ organization_id: string }] }>(['org', 'list'], {
      env: { SVC_STORE: `sqlite:${path}` },
    })
  ).items
  const {
    body: {
      items: [{ workspace_id }],
    },
  } = await get(`/orgs/${organization_id}/workspaces`, api_key)
  const second = await runForJson<{ api_key: string }>(
    ['api-key', 'create', '--org', organization_id],
    { env: { SVC_STORE: `sqlite:${path}` } },
  )
  await runForJson(
    ['member', 'add', '--org', organization_id, '--email', 'ann@example.com', '--role', 'owner'],
    { env: { SVC_STORE: `sqlite:${path}` } },
  )

  const one = await installAgent({ responses: [], get, post }, second.api_key, workspace_id)
  const { body: replay } = await post('/installations/bootstrap', '', {
    install_token: one.install_token,
  })
  const { body: refreshed } = await post(`/installations/${one.installation_id}/refresh`, '', {
    refresh_token: one.refresh_token,
  })
  await post(`/installations/${one.installation_id}/lease`, refreshed['runtime_token'], {
    status: 'running',
    health_payload: { note: 'fine' },
  })
  const { body: recovered } = await post('/installations/recovery', api_key, {
    agent_id: one.agent.svc_id,
    workspace_id,
  })

  const master_key = readFileSync(`${path}.key`, 'utf8').trim()
  const {
    body: { challenge_id },
  } = await post('/admin/auth/request-pin', '', { email: 'ann@example.com' })
  const { pin: code } = await runForJson<{ pin: string }>(
    ['pin', 'show', '--email', 'ann@example.com'],
    { env: { SVC_STORE: `sqlite:${path}` } },
  )
  const {
    body: { session_token },
  } = await post('/admin/auth/verify-pin', '', {
    email: 'ann@example.com',
    challenge_id,
    pin: code,
  })
  return {
    api_key,
    second_api_key: second.api_key,
    install_token: one.install_token,
    runtime_token: one.runtime_token,
    refresh_token: one.refresh_token,
    replayed_runtime_token: replay['runtime_token'],
    refreshed_runtime_token: refreshed['runtime_token'],
    recovered_runtime_token: recovered['runtime_token'],
    recovered_refresh_token: recovered['refresh_token'],
    session_token,
    pin: code,
    master_key,
  }
}

/** Sends every secret in the wrong places; returns the error responses. */
async function misplace(
  secrets: Record<string, string>,
  { get, post }: ReturnType<typeof client>,
): Promise<string[]> {
  const responses = []
  for (const secret of Object.values(secrets)) {
    responses.push(
      await get(`/agents/${secret}/verify`, secrets['api_key']),
      await get(`/agents/${secret}/verify?key=${secret}`, secret),
      await get(`/${secret}`, secret),
      await post(`/workspaces/${secret}/install-tokens`, secrets['api_key'], {
        agent_id: secret,
        description: secret,
      }),
      await post('/installations/bootstrap', '', {
        install_token: secret,
        heartbeat_interval_seconds: secret,
      }),
      await post('/installations/bootstrap', '', { install_token: `${secret}x` }),
      await post('/agents/register', secrets['api_key'], { svc_id: secret, name: 'x' }),
      await post('/admin/auth/verify-pin', '', {
        email: 'ann@example.com',
        challenge_id: secret,
        pin: secret,
      }),
    )
  }
  return responses.filter(({ status }) => status >= 400).map(({ text }) => text)
}

describe('secrets', SLOW_TEST, () => {
  it('appear in plaintext in no database file, log, output or error body', async () => {
    const home = newFolder()
    const path = join(home, 'registry.db')
    const { base_url, output, stop } = await startServe(`sqlite:${path}`, {
      env: { SVC_LOG_LEVEL: 'debug' },
    })
    const registry = client(base_url)
    const secrets = await useSecrets(path, registry)
    for (const [name, secret] of Object.entries(secrets))
      expect(secret, name).toMatch(/^[\w-]{8,}$/)
    const errors = await misplace(secrets, registry)
    expect(errors.length).toBeGreaterThan(50)

    const files = () =>
      readdirSync(home)
        .filter((file) => !/\.(first-key|key)$/.test(file))
        .map((file) => [file, readFileSync(join(home, file))] as const)
    const whileServed = files()
    await stop()
    const contents: (readonly [string, Buffer])[] = [
      ...whileServed,
      ...files(),
      ['stdout', Buffer.from(output.stdout)],
      ['stderr', Buffer.from(output.stderr)],
      ['error bodies', Buffer.from(errors.join('\n'))],
    ]
    expect(whileServed.map(([file]) => file)).toContain('registry.db-wal')
    const found = contents.flatMap(([place, bytes]) =>
      Object.entries(secrets)
        .filter(([, secret]) => bytes.includes(secret))
        .map(([name]) => `${name} in ${place}`),
    )
    expect(found).toEqual([])
    expect(
      contents.filter(([, bytes]) => bytes.includes(Buffer.from(secrets['master_key']!, 'hex'))),
    ).toEqual([])
  })

  it('with which the platform signs are stored encrypted with the master key', async () => {
    const path = join(newFolder(), 'registry.db')
    await (await startServe(`sqlite:${path}`)).stop()
    const database = new DatabaseSync(path)
    const { key_id, sealed } = database
      .prepare('select key_id, sealed from signing_keys')
      .get() as { key_id: string; sealed: string }
    database.close()
    const opened = open(
      parseKeys(readFileSync(`${path}.key`, 'utf8'), 'the key file'),
      `signing-key:${key_id}`,
      sealed,
    )!
    const seed = Buffer.from((JSON.parse(opened.toString()) as { seed: string }).seed, 'base64')
    expect(seed).toHaveLength(32)
    const bytes = readFileSync(path)
    for (const form of [
      seed,
      seed.toString('hex'),
      seed.toString('base64'),
      seed.toString('base64url'),
    ])
      expect(bytes.includes(form)).toBe(false)
  })
})

/** Writes a program that prints the keys in a file, and appends its environment and the command of its parent process to another file. */
function keyProgram(home: string, keys: string): string {
  const path = join(home, 'print-keys')
  const seen = join(home, 'seen')
  const script = `{ env; tr '\\0' ' ' < /proc/$PPID/cmdline; } >> ${seen}\ncat ${keys}`
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o700 })
  return path
}

/** Every setting that names a source of master keys; the smaller sample contains the one with the most failure modes. */
const SOURCES = samples<
  readonly ('SVC_MASTER_KEY' | 'SVC_MASTER_KEY_FILE' | 'SVC_MASTER_KEY_COMMAND')[]
>(['SVC_MASTER_KEY_COMMAND'], ['SVC_MASTER_KEY', 'SVC_MASTER_KEY_FILE', 'SVC_MASTER_KEY_COMMAND'])

describe('I-13: master keys', SLOW_TEST, () => {
  it.each(SOURCES)(
    'from %s appear in no log, output, error, audit record or command line, and in no environment variable other than SVC_MASTER_KEY',
    async (setting) => {
      const [home, source] = [newFolder(), newFolder()]
      const [old, fresh] = [randomBytes(32), randomBytes(32)]
      const file = join(source, 'keys')
      const program = keyProgram(home, file)
      const base = {
        SVC_STORE: `sqlite:${join(home, 'registry.db')}`,
        SVC_LOG_LEVEL: 'debug',
        SVC_SMTP_URL: 'smtp://user:canary-of-the-mail-server@127.0.0.1:1',
        SVC_MAIL_FROM: 'registry@example.com',
      }
      const withKeys = (...lines: readonly string[]) => {
        writeFileSync(file, lines.join('\n'))
        const value = { SVC_MASTER_KEY: lines.join(), SVC_MASTER_KEY_FILE: file }
        return { ...base, [setting]: { ...value, SVC_MASTER_KEY_COMMAND: program }[setting] }
      }
      const texts: Record<string, Buffer> = {}
      const keep = (name: string, { stdout, stderr }: Omit<ProcessResult, 'code'>) =>
        (texts[name] = Buffer.from(stdout + stderr))
      const run = async (env: Record<string, string>, code: number, ...args: string[]) => {
        const result = await runRegistry(args, { env })
        keep(args.join(' '), result)
        expect([args, result.code]).toEqual([args, code])
      }

      let env = withKeys(old.toString('hex'))
      const first = await startServe(base.SVC_STORE, { env })
      await run(env, 0, 'key', 'list')
      await first.stop()
      env = withKeys(fresh.toString('hex'), old.toString('hex'))
      const { base_url, child, output, stop } = await startServe(base.SVC_STORE, { env })
      await run(env, 0, 'member', 'add', '--email', 'ann@example.com', '--role', 'owner')
      await client(base_url).post('/admin/auth/request-pin', '', { email: 'ann@example.com' })
      await run(env, 0, 'key', 'rotate', '--master')
      await run(env, 1, 'key', 'retire', '00000000')
      await run(env, 0, 'key', 'list', '--json')
      for (const name of ['cmdline', 'environ'])
        if (name === 'cmdline' || setting !== 'SVC_MASTER_KEY')
          texts[name] = readFileSync(`/proc/${child.pid}/${name}`)
      env = withKeys(fresh.toString('hex').slice(1), old.toString('hex'))
      await run(env, 1, 'key', 'rotate', '--signing')
      await run(env, 1, 'verify')
      await stop()
      keep('first serve', first.output)
      keep('second serve', output)
      for (const name of readdirSync(home)) texts[name] = readFileSync(join(home, name))

      const forms = [old, fresh].flatMap((key) => [
        key,
        key.toString('hex').slice(1),
        key.toString('hex').toUpperCase(),
        key.toString('base64'),
        key.toString('base64url'),
      ])
      const leaks = Object.entries(texts).filter(([, bytes]) =>
        forms.some((form) => bytes.includes(form)),
      )
      expect(leaks.map(([name]) => name)).toEqual([])
      expect(Object.keys(texts)).toContain('registry.db')
      expect(texts['key list']!.toString()).toContain('in_force')
      const seen = texts['seen']?.toString() ?? ''
      expect(seen.includes('serve --port')).toBe(setting === 'SVC_MASTER_KEY_COMMAND')
      expect(seen).not.toMatch(/SVC_|canary/)
    },
  )
})
