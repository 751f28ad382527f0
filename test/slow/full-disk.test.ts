import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { client } from '../cli/client.ts'
import { runForJson, startServe } from '../cli/process.ts'
import { isToolMissing } from '../kit/tools.ts'
import { until } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'

/** Simulates a full disk with a limit on the size of files: writes beyond it fail, for this process only. */
const limit = (pid: number, bytes: string) =>
  expect(spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}`]).status).toBe(0)
const agent = (number: number) => ({
  svc_id: `agent-${number}`,
  name: `Agent ${number}`,
  version: '1.0.0',
  manifest_hash: 'none',
  description: 'd'.repeat(1000),
  public_key: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
})
const sizes = (path: string) =>
  readdirSync(dirname(path)).map((name) => statSync(join(dirname(path), name)).size)

describe.skipIf(isToolMissing('prlimit'))('a full disk', () => {
  it.each(['sqlite', 'json'])(
    'under a %s store makes writes fail with 503 and Retry-After, keeps reads working, is logged once, and is recovered from without a restart',
    async (kind) => {
      const path = join(newFolder(), 'registry')
      const { child, base_url, output, stop } = await startServe(`${kind}:${path}`, {
        env: { SVC_LOG_LEVEL: 'warn' },
      })
      const { get, post } = client(base_url)
      const key = readFileSync(`${path}.first-key`, 'utf8').trim()
      const ready = () =>
        fetch(new URL('/readyz', base_url)).then(async (response) => ({
          http: response.status,
          ...((await response.json()) as object),
        }))
      const register = (number: number) => post('/agents/register', key, agent(number))
      const lines = (words: string) =>
        output.stderr.split('\n').filter((line) => line.includes(words)).length
      const errors = () =>
        output.stderr.split('\n').filter((line) => line.includes('"level":"error"'))

      for (let number = 0; number < 20; number += 1)
        expect((await register(number)).status).toBe(201)
      expect(await ready()).toEqual({ http: 200, status: 'ready' })
      limit(child.pid!, `${Math.max(...sizes(path)) + 16 * 1024}:`)

      let last = 20
      await until(
        async () => (await register((last += 1))).status === 503,
        'the disk does not fill',
      )
      // SQLite can reuse the space of its write-ahead log, and a write that failed together with others may fit alone: from now on nothing
      // fits.
      limit(child.pid!, '32768:')
      const refused = []
      for (let number = last; number < last + 20; number += 1) refused.push(await register(number))
      for (const { status, headers, body } of refused)
        expect({ status, retry: headers.get('retry-after'), code: body['code'] as string }).toEqual(
          { status: 503, retry: '5', code: 'STORE_UNAVAILABLE' },
        )
      expect((await get('/agents/agent-3/verify', key)).status).toBe(200)
      for (let number = last; number < last + 20; number += 1)
        expect((await get(`/agents/agent-${number}/verify`, key)).status).toBe(404)
      // Sweeps fail on the full disk too.
      await sleep(2500)
      expect(await ready()).toEqual({ http: 503, status: 'read_only' })
      expect(lines('the store cannot be written to')).toBe(1)
      expect(errors()).toEqual([
        expect.stringContaining('the store cannot be written to: writes fail with 503'),
      ])

      limit(child.pid!, 'unlimited:')
      await until(
        async () => (await fetch(new URL('/readyz', base_url))).status === 200,
        'the platform does not become ready again',
      )
      expect((await register(last)).status).toBe(201)
      expect(lines('the store can be written to again')).toBe(1)
      await stop()
      expect(await runForJson(['verify', '--store', `${kind}:${path}`])).toMatchObject({
        sound: true,
      })
      const { rows } = await runForJson<{ rows: Record<string, number> }>([
        'backup',
        '--store',
        `${kind}:${path}`,
        '--to',
        join(newFolder(), 'b'),
      ])
      expect(rows['agents']).toBe(last)
    },
  )
})
