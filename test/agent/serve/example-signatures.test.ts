import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { encodeBase64 } from '../../../src/domain/crypto/encoding.ts'
import { signClaims } from '../../../src/domain/signatures/signature.ts'
import { forwarded, task, taskClaims, type Receiving } from './statements.ts'

const path = (of: string) => fileURLToPath(new URL(`../../../${of}`, import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0

describe.skipIf(!hasPython)('the Python example', () => {
  it('judges the published signatures as the library does', () => {
    const text = execFileSync('python3', [path('examples/python/signatures.py'), path('docs/specification/signatures.json')], { encoding: 'utf8' })
    expect(JSON.parse(text)).toMatchObject({ wrong: [] })
  })

  it('runs a task that the platform signed for it, once, and none that was signed for another installation', async () => {
    const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(17))
    const here: Receiving = { svc_id: 'plain-python-1.0.0', installation_id: 'installation-1', workspace_id: 'ws_1', upstream_url: 'http://127.0.0.1/a2a/tasks', issuer: 'https://registry.example' }
    const env = { ...process.env, SVC_ISSUER: here.issuer, SVC_INSTALLATION_ID: here.installation_id, SVC_UPSTREAM_URL: here.upstream_url, SVC_PLATFORM_KEY: encodeBase64(publicKey) }
    const child = spawn('python3', [path('examples/python/agent.py'), '0'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => { child.kill() })
    const [url] = await once(createInterface({ input: child.stdout }), 'line') as [string]
    const send = async (body: string, more: object = {}) => {
      const claims = { ...taskClaims(body, here, Date.now()), ...more }
      const headers = { 'Content-Type': 'application/json', ...forwarded(claims, (signed) => signClaims(privateKey, 'task', signed)) }
      const status = async () => (await fetch(`${url}/a2a/tasks`, { method: 'POST', headers, body })).status
      return [await status(), await status()]
    }
    expect(await send(task('shout', 'hello'))).toEqual([200, 401])
    expect(await send(task('shout', 'hello'), { audience: { svc_id: here.svc_id, installation_id: 'another' } })).toEqual([401, 401])
    expect(await send(task('shout', 'hello'), { skill: 'word_count' })).toEqual([401, 401])
  })
})
