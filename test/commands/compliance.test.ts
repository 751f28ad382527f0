import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashOfReport, type ComplianceReport } from '../../src/domain/compliance/report.ts'
import { ensureKeyFile, keyFileOf, readKeys } from '../../src/store/master-keys/source.ts'
import { openDatabase } from '../../src/store/open.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { agentIdentity } from '../http/agents.ts'
import { runInProcess } from './run-in-process.ts'
import { callContext } from '../kit/context.ts'
import { newFolder } from '../kit/folder.ts'

const LONG_AGO = '2020-01-01T00:00:00.000Z'
const context = (now = new Date().toISOString()) =>
  callContext({ now, actor: { type: 'operator', id: 'test', ip: null } })

async function signerOf(store: Store, path: string) {
  const file = keyFileOf(path)
  ensureKeyFile(file.path, randomBytes)
  return store.loadSigner(context(LONG_AGO), { master_keys: await readKeys(file) })
}

/** Creates a store on disk with an organization that was created long ago. */
async function oldStore(): Promise<{
  path: string
  env: Record<string, string>
  svc_id: string
  open: () => Promise<Store>
}> {
  const path = join(newFolder(), 'store.db')
  const env = { SVC_STORE: `sqlite:${path}` }
  const open = async () => createStore(await openDatabase(env.SVC_STORE))
  const store = await open()
  const signer = await signerOf(store, path)
  const { registration } = agentIdentity(5, 'Reader | `x`')
  await store.createOrganization(context(LONG_AGO), {
    organization_id: 'org_a',
    name: 'Acme',
    plan: 'enterprise',
  })
  await store.createWorkspace(context(LONG_AGO), {
    reach: { organizations: ['org_a'], workspace_id: null },
    organization_id: 'org_a',
    workspace_id: 'ws_a',
    name: 'Main',
    signer,
  })
  await store.registerAgent(context(LONG_AGO), {
    ...registration,
    organization_id: 'org_a',
    key_sound: true,
    proven: true,
    private: true,
    details: { publisher: 'Acme' },
  })
  await store.close()
  return { path, env, svc_id: registration.svc_id, open }
}

describe('compliance report', () => {
  it('prints Markdown whose hash the command in it reproduces, and JSON with --format json', async () => {
    const { path, env, svc_id } = await oldStore()
    const { code, out, err } = await runInProcess(
      ['compliance', 'report', svc_id, 'ws_a', '--frameworks', 'hipaa,pci'],
      env,
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^# Compliance evidence for Reader &#124; &#96;x&#96;\n/)
    expect(out).toContain('## Unsupported: pci')
    writeFileSync(`${path}.md`, out)
    const sha256 = execFileSync('sh', [
      '-c',
      `sed '/^---$/,$d' "$1" | sha256sum`,
      'sh',
      `${path}.md`,
    ])
      .toString()
      .slice(0, 64)
    expect(out).toContain(`SHA-256 of all lines above the rule: \`${sha256}\``)

    const { report } = JSON.parse(
      (
        await runInProcess(
          ['compliance', 'report', svc_id, 'ws_a', '--format', 'json', '--json'],
          env,
        )
      ).out,
    ) as { report: ComplianceReport }
    expect(hashOfReport(report)).toBe(report.hash)
    expect(
      JSON.parse(
        (await runInProcess(['compliance', 'report', svc_id, 'ws_a', '--format', 'json'], env)).out,
      ),
    ).toMatchObject({ svc_id, frameworks: report.frameworks })
  })

  it.each([
    [['nobody', 'ws_a'], 1, 'There is no agent nobody'],
    [['nobody', 'ws_b'], 1, 'There is no workspace ws_b'],
    [['nobody', 'ws_a', '--format', 'pdf'], 2, '--format must be markdown or json'],
  ])('%j exits with code %i', async (argv, code, message) => {
    const { env } = await oldStore()
    const refused = await runInProcess(['compliance', 'report', ...argv], env)
    expect(refused.code).toBe(code)
    expect(refused.err).toContain(message)
  })
})

describe('audit verify of a purged store', () => {
  it('accepts the checkpoint of the purge, reports it, and needs the master key', async () => {
    const { path, env, open } = await oldStore()
    const store = await open()
    await store.setPlan(context(), { organization_id: 'org_a', plan: 'enterprise' })
    expect(
      await store.purgeAudit(context(), { signer: await signerOf(store, path) }),
    ).toMatchObject({
      purged: 3,
    })
    await store.close()
    const { code, out } = await runInProcess(['audit', 'verify'], env)
    expect(code).toBe(0)
    expect(out).toMatch(/org_a +1 +intact, purged up to 3 on \d{4}-\d\d-\d\d\n/)
    rmSync(`${path}.key`)
    const refused = await runInProcess(['audit', 'verify'], env)
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`${path}.key is missing`),
    ])
  })
})
