import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEntries } from '../../src/domain/transparency/tiles.ts'
import { newFolder } from '../kit/folder.ts'
import { runForJson, runRegistry, SLOW_TEST, startServe } from './process.ts'

/** Serves a store until its log has entries, and stops. Returns the origin, the size, the key, and the first entries of the log. */
async function serveOnce(store: string, heads: string) {
  const running = await startServe(store, {
    env: { SVC_ISSUER: 'https://agents.example', SVC_WITNESSES: `file:${heads}` },
  })
  const log = `${new URL(running.base_url).origin}/log`
  await expect
    .poll(async () => (await fetch(`${log}/checkpoint`)).status, { interval: 100 })
    .toBe(200)
  const [origin, size] = (await (await fetch(`${log}/checkpoint`)).text()).split('\n')
  const bundle = await fetch(`${log}/tile/entries/000.p/${size}`)
  const key = (await (await fetch(`${log}/key`)).text()).trim()
  expect((await running.stop()).code).toBe(0)
  const entries = parseEntries(Buffer.from(await bundle.arrayBuffer()))!
  return {
    origin,
    size: Number(size),
    key,
    entries: entries.map((one) => Buffer.from(one).toString()),
  }
}

describe('a registry that was restored from a backup', SLOW_TEST, () => {
  it('serves a new log that continues where the backup ended, and the file of the witness still verifies', async () => {
    const folder = newFolder()
    const [first, second] = ['first', 'second'].map((name) => `sqlite:${join(folder, name)}`) as [
      string,
      string,
    ]
    const heads = join(folder, 'heads.jsonl')
    const before = await serveOnce(first, heads)
    expect(before.origin).toBe('agents.example/log')
    const backup = join(folder, 'registry.backup')
    expect(await runRegistry(['backup', '--store', first, '--to', backup])).toMatchObject({
      code: 0,
    })
    copyFileSync(join(folder, 'first.key'), join(folder, 'second.key'))
    expect(await runRegistry(['restore', '--store', second, '--from', backup])).toMatchObject({
      code: 0,
    })
    const verify = (...keys: string[]) =>
      runForJson<{ intact: boolean; findings: object[] }>([
        ...['audit', 'verify', '--store', second, '--heads', heads],
        ...keys.flatMap((key) => ['--log-key', key]),
      ])
    expect(await verify(before.key)).toMatchObject({ intact: true, findings: [] })
    const after = await serveOnce(second, heads)
    expect(after.origin).toMatch(/^agents\.example\/log\/2-[0-9a-f]{8}$/)
    expect(after.key.split('+')[0]).toBe(after.origin)
    expect(JSON.parse(after.entries[0]!)).toMatchObject({
      origin: after.origin,
      previous: { origin: before.origin },
    })
    expect(after.entries.slice(1, 1 + before.size)).toEqual(before.entries)
    expect(await verify(before.key, after.key)).toMatchObject({ intact: true, findings: [] })
  })
})
