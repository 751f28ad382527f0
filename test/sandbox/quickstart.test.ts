import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { SLOW_TEST, runRegistry } from '../cli/process.ts'

const SCRIPT = join(import.meta.dirname, '../../scripts/quickstart.ts')
const quickstart = (args: readonly string[] = [], env: Record<string, string> = {}) =>
  runRegistry(args, { script: SCRIPT, env })

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox(0, 'silent')
})
afterAll(() => sandbox.serving.stop())

describe('the quickstart', SLOW_TEST, () => {
  it('runs all steps from the first key to the audit log, in a sandbox of its own', async () => {
    const { code, stdout, stderr } = await quickstart()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const titles = [...stdout.matchAll(/^ ?(\d+)\. .+$/gm)]
    expect(titles.map(([, number]) => Number(number))).toEqual(
      Array.from({ length: titles.length }, (_, index) => index + 1),
    )
    expect(titles.length).toBeGreaterThanOrEqual(18)
    for (const text of [
      'verification_status  verified',
      'nonce_reused',
      'the signature verifies',
      'terminate',
      '403 Forbidden',
      'INSTALLATION_REVOKED',
      'agent.registered',
    ])
      expect(stdout).toContain(text)
    expect(stdout).toContain('Done.')
    // The output has only the first eight characters of each secret, and no colours because it is a pipe.
    expect(stdout).toMatch(/srt_\S{4}…/)
    expect(stdout.match(/\b(sk_live|skt|srt|srf)_[A-Za-z0-9_-]{5,}/g)).toBeNull()
    expect(stdout).not.toContain('\u001b')
  })

  it('runs against an existing registry', async () => {
    const { base_url, issuer, organizations } = sandbox.info
    const { api_key, workspace_id, organization_id } = organizations.find(
      ({ plan }) => plan === 'starter',
    )!
    const { code, stdout } = await quickstart(
      [
        '--url',
        `${base_url}/`,
        '--workspace',
        workspace_id,
        '--organization',
        organization_id,
        '--issuer',
        issuer,
      ],
      { SVC_API_KEY: api_key },
    )
    expect(code).toBe(0)
    expect(stdout).toContain(base_url)
  })

  it('reports an unexpected response, or that there is none, in one line, and exits with code 1', async () => {
    const { base_url } = sandbox.info
    const wrongKey = await quickstart([
      '--url',
      base_url,
      '--workspace',
      'ws_1',
      '--organization',
      'org_1',
      '--key',
      'sk_live_wrong',
    ])
    expect(wrongKey.code).toBe(1)
    expect(wrongKey.stderr).toMatch(/^quickstart: [^\n]*201[^\n]*401 INVALID_API_KEY[^\n]*\n$/)
    const nobody = await quickstart([
      '--url',
      'http://127.0.0.1:1/api/v1',
      '--workspace',
      'ws_1',
      '--organization',
      'org_1',
      '--key',
      'sk_live_wrong',
    ])
    expect(nobody.code).toBe(1)
    expect(nobody.stderr).toMatch(
      /^quickstart: http:\/\/127\.0\.0\.1:1\/api\/v1 is not responding: [^\n]+\n$/,
    )
  })

  it.each([
    '--url nonsense',
    '--url http://127.0.0.1:1',
    '--url http://127.0.0.1:1 --workspace ws_1',
    '--bogus',
    'extra',
  ])('reports in one line what is wrong with %s, and exits with code 2', async (args) => {
    const { code, stderr } = await quickstart(args.split(' '))
    expect(code).toBe(2)
    expect(stderr).toMatch(/^quickstart: [^\n]+--help\n$/)
  })
})
