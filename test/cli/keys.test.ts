import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LIVENESS_MS } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'
import { samples } from '../kit/samples.ts'
import { client } from './client.ts'
import { runForJson, runRegistry, SLOW_TEST, startServe } from './process.ts'
import { expectOneLine } from '../commands/run-in-process.ts'

interface Key {
  readonly key_id: string
  readonly use: string
  readonly state: string
}
interface Changed {
  readonly created: string | null
  readonly keys: readonly Key[]
}

describe.each(samples(['sqlite'], ['sqlite', 'json']))(
  'keys of a %s store that is being served',
  SLOW_TEST,
  (kind) => {
    it('are rotated, retired and withdrawn without a restart', async () => {
      const env = { SVC_STORE: `${kind}:${join(newFolder(), 'store')}` }
      const { base_url, stop } = await startServe(env.SVC_STORE)
      const { get } = client(base_url)
      const $ = <T>(...args: string[]) => runForJson<T>(['key', ...args], { env })
      const published = async () =>
        ((await get('/trust/jwks')).body['keys'] as { kid: string }[]).map(({ kid }) => kid)
      const logKeys = async () =>
        (await (await fetch(`${base_url.replace('/api/v1', '')}/log/key`)).text())
          .trim()
          .split('\n')

      const { items } = await $<{ items: readonly Key[] }>('list')
      expect(items.map(({ use, state }) => [use, state])).toEqual(
        expect.arrayContaining([
          ['statements', 'active'],
          ['log', 'active'],
        ]),
      )
      const [first] = await published()
      const rotated = await $<Changed>('rotate', '--signing', '--overlap', '1m')
      expect(await published()).toEqual([rotated.created, first])
      expect(rotated.keys.map(({ state }) => state)).toEqual(['active', 'planned'])
      const again = await runRegistry(['key', 'rotate', '--signing'], { env })
      expect([again.code, again.stderr]).toEqual([
        1,
        expect.stringMatching(/^svc-registry: The last rotation ends at \S+; wait until then/),
      ])
      await $<Changed>('retire', first!)
      await $<Changed>('compromised', first!)
      expect(await published()).toEqual([rotated.created])

      const [log] = await logKeys()
      await $<Changed>('rotate', '--log')
      await expect.poll(logKeys, { timeout: LIVENESS_MS }).toEqual([expect.any(String), log])
      await stop()
    })

    it('cannot be changed with wrong arguments, and the error says what is wrong', async () => {
      const env = { SVC_STORE: `${kind}:${join(newFolder(), 'store')}` }
      const { stop } = await startServe(env.SVC_STORE)
      for (const [args, code, message] of [
        [['rotate'], 2, 'Name the key to rotate: --signing, --log or --master.'],
        [['rotate', '--signing', '--log'], 2, 'Name the key to rotate'],
        [
          ['rotate', '--signing', '--overlap', '59s'],
          2,
          '--overlap must be a duration from 1m to 30d',
        ],
        [['retire', 'unknown'], 1, 'There is no key unknown'],
        [['retire', '-Qx-7'], 1, 'There is no key -Qx-7'],
        [['compromised', 'unknown'], 1, 'There is no key unknown'],
      ] as const) {
        const result = await runRegistry(['key', ...args], { env })
        expect([args, result.code]).toEqual([args, code])
        expect(result.stderr).toContain(message)
      }
      const { items } = await runForJson<{ items: readonly Key[] }>(['key', 'list'], { env })
      const only = items.find(({ use }) => use === 'statements')!
      const refused = await runRegistry(['key', 'retire', only.key_id], { env })
      expectOneLine(refused.stderr)
      expect(refused.stderr).toContain('No later key can take over')
      await stop()
    })
  },
)
