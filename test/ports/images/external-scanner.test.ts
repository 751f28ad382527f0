import { expect, it } from 'vitest'
import { runScanner } from '../../../src/ports/images/external-scanner.ts'

const REGISTRY = { host: 'a', url: 'https://a', credentials: null, auth_hosts: [], namespaces: {} }

const password = 'hunter2-and-möre'

it.each<[string, string, string]>([
  [
    'when it is followed by as much output as the log keeps',
    `printf '%s' "$TRIVY_PASSWORD"; head -c 4090 /dev/zero | tr '\\0' x`,
    `***${'x'.repeat(4090)}`,
  ],
  [
    'again and again, until the log is full',
    `yes "$TRIVY_PASSWORD" | head -n 1000`,
    '***\n'.repeat(1000).slice(-4096),
  ],
  ['where the log ends within it', `printf 'key %s' "$TRIVY_PASSWORD" | head -c 10`, 'key ***'],
  [
    'where a chunk ends within a character',
    `printf 'key hunter2-and-m\\303'; sleep 0.1; printf '\\266re'`,
    'key ***',
  ],
])('redacts the password %s', async (_, script, log) => {
  const registry = { ...REGISTRY, credentials: { username: 'u', password } }
  const { signal } = new AbortController()
  const command = ['sh', '-c', `{ ${script}; } >&2; exit 1`]
  const result = await runScanner(command, registry, 'a/b@sha256:c', signal)
  expect(result).toMatchObject({ kind: 'failed', log })
})

it('reads the report of a scanner that leaves another process running', async () => {
  const { signal } = new AbortController()
  const script = `sleep 1000 & echo '{"SchemaVersion": 2, "Results": []}'`
  expect(await runScanner(['sh', '-c', script], REGISTRY, 'a/b@sha256:c', signal)).toMatchObject({
    kind: 'scanned',
    name: 'sh',
    findings: [],
  })
})

it('has a time limit, even if the scanner has started other processes', async () => {
  const { signal } = new AbortController()
  const command = ['sh', '-c', 'sleep 1000 & sleep 1000']
  expect(await runScanner(command, REGISTRY, 'a/b@sha256:c', signal, 100)).toEqual({
    kind: 'failed',
    failure: { code: 'SCANNER_FAILED', detail: 'it did not finish in time' },
    log: '',
  })
})

it.each([
  ['sleep 1000 & head -c 68000000 /dev/zero; wait', 'it printed more than 67108864 bytes'],
  ['kill -TERM $$', 'it was terminated by SIGTERM'],
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
