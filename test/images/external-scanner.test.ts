import { expect, it } from 'vitest'
import { runScanner } from '../../src/ports/registry/external-scanner.ts'

const REGISTRY = { host: 'a', url: 'https://a', credentials: null, auth_hosts: [], namespaces: {} }

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
