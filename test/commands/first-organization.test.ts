import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import { banner } from '../../src/cli/server/banner.ts'
import { initializeEmptyStore } from '../../src/cli/server/first-organization.ts'
import { hashToken } from '../../src/domain/tokens.ts'
import { readConfig } from '../../src/config/config.ts'
import { newFolder } from '../kit/folder.ts'

const KEY = /sk_live_[A-Za-z0-9_-]{43}/

describe('the first organization', () => {
  async function emptyStore() {
    const path = join(newFolder(), 'store.db')
    const config = readConfig({ store: `sqlite:${path}` }, { SVC_LOG_LEVEL: 'silent' })
    const app = await createApp(config)
    onTestFinished(() => app.services.store.close())
    return { app, store: config.store, file: `${path}.first-key` }
  }

  it('gets a key that is written to a file which only this user can read', async () => {
    const { app, store, file } = await emptyStore()
    expect(await initializeEmptyStore(app, store, false)).toMatchObject({ key: { file } })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${KEY.source}\n$`))
    expect(await initializeEmptyStore(app, store, false)).toBeUndefined()
  })

  it('gets a key whose file replaces that of a deleted store, including its mode', async () => {
    const { app, store, file } = await emptyStore()
    writeFileSync(file, 'sk_live_old\n', { mode: 0o644 })
    await initializeEmptyStore(app, store, false)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(KEY)
  })

  it('keeps its key if another process tries to create one at the same moment', async () => {
    const path = join(newFolder(), 'store.db')
    const config = readConfig({ store: `sqlite:${path}` }, { SVC_LOG_LEVEL: 'silent' })
    const apps = [await createApp(config), await createApp(config)]
    onTestFinished(async () => {
      for (const { services } of apps) await services.store.close()
    })
    const first = await Promise.all(
      apps.map((app) => initializeEmptyStore(app, config.store, false)),
    )
    expect(first.filter((created) => created !== undefined)).toHaveLength(1)
    const key = readFileSync(`${path}.first-key`, 'utf8').trim()
    expect(readdirSync(dirname(path)).filter((name) => name.includes('first-key'))).toEqual([
      'store.db.first-key',
    ])
    const { store } = apps[0]!.services
    const now = new Date().toISOString()
    expect(await store.findApiKey({ hash: hashToken(key), now })).toBeDefined()
  })

  it('is not created if the file cannot be written', async () => {
    const { app, file } = await emptyStore()
    await expect(
      initializeEmptyStore(app, `sqlite:${join(file, 'nowhere', 'store.db')}`, false),
    ).rejects.toThrow(/^The first API key cannot be written to .*first-key: ENOENT/)
    expect(existsSync(file)).toBe(false)
    expect(await app.services.store.listOrganizations({})).toEqual([])
  })

  it('gets a key that is shown once on a terminal', async () => {
    const config = readConfig({ store: 'memory:' }, { SVC_LOG_LEVEL: 'silent' })
    const app = await createApp(config)
    const first = await initializeEmptyStore(app, config.store, true)
    const text = banner({
      config,
      issuer: 'https://registry.test',
      first,
      oversized: false,
      program: 'svc-registry',
    })
    expect(text).toMatch(new RegExp(`API key +${KEY.source} +shown only once`))
    expect(await initializeEmptyStore(app, config.store, true)).toBeUndefined()
    await app.services.store.close()
  })
})

describe('the banner', () => {
  it('shows the issuer and, if it is random, that it must be configured for agents that sign', () => {
    const shown = (env: Record<string, string>) =>
      banner({
        config: readConfig({}, env),
        issuer: 'urn:uuid:1',
        first: undefined,
        oversized: false,
        program: 'svc-registry',
      })
    expect(shown({})).toMatch(
      /Issuer +urn:uuid:1 +set SVC_ISSUER to this name for agents that sign\n/,
    )
    expect(shown({ SVC_ISSUER: 'urn:uuid:1' })).toMatch(/Issuer +urn:uuid:1\n/)
  })

  it('recommends SQLite for a large JSON store', () => {
    const config = readConfig({ store: 'json:store.json' }, {})
    expect(
      banner({
        config,
        issuer: 'https://registry.test',
        first: undefined,
        oversized: true,
        program: 'svc-registry',
      }),
    ).toMatch(/Store +json:store\.json +too large for JSON: move to a sqlite: store/)
  })
})

describe('the banner of a first start', () => {
  const first = { organization_id: 'org_1', workspace_id: 'ws_1', key: { shown: 'sk_live_x' } }
  const shown = (flags: Record<string, string>, env: Record<string, string> = {}, file?: string) =>
    banner({
      config: readConfig(flags, env),
      issuer: 'https://registry.test',
      first,
      oversized: false,
      program: 'svc-registry',
      ...(file !== undefined && { settings: { file, fromFile: env } }),
    })
  const MAIL = { SVC_SMTP_URL: 'smtp://localhost:25', SVC_MAIL_FROM: 'registry@example.com' }

  it('describes signing in without mail: member add, request a PIN, pin show', () => {
    const text = shown({})
    expect(text).toMatch(
      /Mail +not configured; read PINs with: svc-registry pin show --email EMAIL\n/,
    )
    expect(text).toMatch(
      /Sign in.* in three steps: add yourself, request a PIN, and read it\.\n\n {2}1\. svc-registry member add --email you@example\.com --role owner\n {2}2\. http:\/\/127\.0\.0\.1:8080\/\S+\n {2}3\. svc-registry pin show --email you@example\.com\n$/,
    )
  })

  it('says that the PIN arrives by mail if a mail server is configured', () => {
    const text = shown({}, MAIL)
    expect(text).toMatch(/Mail +from registry@example\.com\n/)
    expect(text).toMatch(
      /in two steps: add yourself, and request a PIN, which is sent by mail\.\n\n {2}1\. svc-registry member add .+\n {2}2\. http.+\n$/,
    )
    expect(text).not.toContain('pin show')
  })

  it('adds --store and --config to its commands where they are not the defaults', () => {
    expect(shown({ store: 'sqlite:other.db' })).toMatch(
      /ticket list --store sqlite:other\.db\n[^]*--role owner --store sqlite:other\.db\n.+\n.* you@example\.com --store sqlite:other\.db\n$/,
    )
    expect(shown({}, { SVC_STORE: 'sqlite:other.db' }, 'my.env')).toMatch(
      /--role owner --config my\.env\n.+\n.* you@example\.com --config my\.env\n$/,
    )
    expect(
      shown({ store: 'postgres://me:hunter2@db/registry' }, { SVC_MASTER_KEY: '07'.repeat(32) }),
    ).toMatch(/--role owner --store "\$SVC_STORE"\n/)
  })

  it('shows no sign-in commands for a memory store', () => {
    const text = shown({ store: 'memory:' })
    expect(text).not.toMatch(/pin show|member add|ticket list/)
    expect(text).toContain('no command can add members to a memory: store')
  })
})
