import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { reserveMetricsPort } from '../../src/cli/server/metrics-port.ts'
import { newFolder } from '../kit/folder.ts'
import { expectOneLine, runInProcess } from './run-in-process.ts'

it('check-config fails if the file of a witness is a folder', async () => {
  const folder = newFolder()
  const { code, out } = await runInProcess(['check-config', '--json'], {
    SVC_WITNESSES: `file:${folder}`,
    SVC_STORE: 'memory:',
  })
  expect(code).toBe(1)
  expect((JSON.parse(out) as { problems: string[] }).problems).toEqual([
    `Witnesses: ${folder} is a folder; name a file in it.`,
  ])
})

it('if the metrics port cannot be bound, the message names --metrics-port or --metrics-host', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  await expect(reserveMetricsPort({ host: '127.0.0.1', port })).rejects.toThrow(
    `The address 127.0.0.1:${port} is already in use; choose another port with --metrics-port, or --metrics-port 0 for any free port.`,
  )
  await expect(reserveMetricsPort({ host: '192.0.2.1', port: 0 })).rejects.toThrow('--metrics-host')
  expect(await reserveMetricsPort(undefined)).toBeUndefined()
  holder.close()
})

it('an empty log level counts as not set for the sandbox, too', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const sandbox = ['sandbox', '--port', String(port)]
  expect((await runInProcess(sandbox, { SVC_LOG_LEVEL: '' })).err).toContain('is already in use')
  holder.close()
})

it('load checks before the run that --report does not name a folder', async () => {
  const load = ['load', 'http://127.0.0.1:1', '--report', newFolder()]
  const { code, err } = await runInProcess(load, { SVC_API_KEY: 'sk_live_none' })
  expect(code).toBe(1)
  expect(err).toContain('it is a folder; name a file.')
})

it('a lock file that cannot be used is not reported as an internal error', async () => {
  const path = join(newFolder(), 'store.db')
  const env = { SVC_STORE: `sqlite:${path}` }
  expect((await runInProcess(['org', 'create', '--name', 'A'], env)).code).toBe(0)
  mkdirSync(`${path}.key.lock`)
  const { code, err } = await runInProcess(['key', 'rotate', '--master'], env)
  expect(code).toBe(1)
  expect(err).toMatch(/^svc-registry: The lock file .*\.key\.lock cannot be used: EISDIR/)
  expectOneLine(err)
})
