import { expect, it } from 'vitest'
import { runScanner } from '../../src/ports/registry/external-scanner.ts'

const REGISTRY = { host: 'a', url: 'https://a', credentials: null, auth_hosts: [], namespaces: {} }

it('reports no part of the password, wherever it is in the output', async () => {
  const password = 'hunter2-and-more'
  const registry = { ...REGISTRY, credentials: { username: 'u', password } }
  const { signal } = new AbortController()
  // The kept end of the output begins in the middle of the password.
  const script = `printf '%s' "$TRIVY_PASSWORD" >&2; head -c 4090 /dev/zero | tr '\\0' x >&2; exit 1`
  const result = await runScanner(['sh', '-c', script], registry, 'a/b@sha256:c', signal)
  expect(result).toMatchObject({ kind: 'failed', log: `***${'x'.repeat(4090)}` })
})

it.each([
  ['kill -TERM $$', 'SIGTERM ended it'],
  ['exit 3', 'exit code 3'],
  ['echo no report', 'its output is not a Trivy report'],
])('reports why the scanner failed: %s', async (script, detail) => {
  const { signal } = new AbortController()
  expect(await runScanner(['sh', '-c', script], REGISTRY, 'a/b@sha256:c', signal)).toEqual({
    kind: 'failed',
    failure: { code: 'SCANNER_FAILED', detail },
    log: '',
  })
})
