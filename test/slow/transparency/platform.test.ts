import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { originHash } from '../../../src/domain/transparency/witness.ts'
import { client, newAgent } from '../../cli/client.ts'
import { SLOW_TEST, startServe, startUntil } from '../../cli/process.ts'
import { newFolder } from '../../kit/folder.ts'
import { isToolMissing } from '../../kit/tools.ts'
import { buildVerifier, newFiles } from './verifier.ts'

const ORIGIN = 'registry.example/log'
const WITNESS = 'witness.example/w1'
/** One more than a full tile, so that the log has tiles of two levels. */
const AGENTS = 257
const POLLING = { timeout: 30_000 }

/** Starts a platform on a store, and returns a client, its first API key, functions that read its public log, and `stop`. */
async function serve(store: string, env: Record<string, string> = {}) {
  const { base_url, stop } = await startServe(`sqlite:${store}`, {
    env: { SVC_ISSUER: 'https://registry.example', ...env },
  })
  const log = base_url.replace('/api/v1', '/log')
  const read = async (path: string) => (await fetch(`${log}/${path}`)).text()
  const size = async () => Number((await read('checkpoint')).split('\n')[1])
  const api_key = readFileSync(`${store}.first-key`, 'utf8').trim()
  return { ...client(base_url), log, read, size, api_key, stop }
}

describe.skipIf(isToolMissing('go'))('a running platform and its witness', SLOW_TEST, () => {
  it('T-12: publish a log, profiles and heads that third-party libraries verify', async () => {
    const verify = buildVerifier()
    const file = newFiles()
    const store = join(newFolder(), 'registry.db')
    const first = await serve(store)
    await expect.poll(first.size, POLLING).toBeGreaterThan(0)
    const [vkey, earlier] = [(await first.read('key')).trim(), await first.read('checkpoint')]
    const early = file('early', earlier)
    await first.stop()

    const witness = await startUntil(
      [
        'witness',
        ...['--name', WITNESS, '--folder', newFolder('witness'), '--port', '0'],
        ...['--logs', file('logs', `${vkey}\n`)],
      ],
      /Address +(\S+)\nKey +(\S+)\n/,
    )
    const [, witnessUrl, witnessKey = ''] = witness.found
    const { log, read, size, get, post, api_key, stop } = await serve(store, {
      SVC_WITNESSES: `${witnessKey}@${witnessUrl}`,
    })

    const agents = Array.from({ length: AGENTS }, (_, at) => newAgent(`Agent ${at}`))
    for (const agent of agents)
      expect(await post('/agents/register', api_key, agent.registration)).toMatchObject({
        status: 201,
      })
    await expect.poll(size, POLLING).toBeGreaterThanOrEqual(AGENTS)
    const latest = await read('checkpoint')
    expect(await verify('log', log, vkey)).toMatch(/^\d{3} \S{44}\n$/)
    expect(await verify('grew', vkey, early, file('latest', latest), log)).toBe(
      `${earlier.split('\n')[1]} ${latest.split('\n')[1]}\n`,
    )

    const logged = async ({ svc_id }: { svc_id: string }) =>
      (await get(`/trust/profile/did:svc:${svc_id}`, api_key)).body['log']
    const last = agents[AGENTS - 1]!
    await expect.poll(() => logged(last), POLLING).toHaveProperty('proof')
    const profiles = [await logged(agents[0]!), await logged(last)]
    for (const { entry, proof } of profiles)
      await verify('proof', vkey, file('entry', entry), file('proof', proof))
    const exchanged = [file('entry', profiles[0].entry), file('proof', profiles[1].proof)] as const
    await expect(verify('proof', vkey, ...exchanged)).rejects.toThrow('calculated root')

    const head = (await get('/audit-logs/head', api_key)).body
    const { chain, sequence } = head['published']
    expect(await verify('head', vkey, file('head', JSON.stringify(head)))).toMatch(
      new RegExp(`^${chain} ${sequence} \\d+ \\d+\n$`),
    )
    const forged = { published: { ...head['published'], sequence: sequence - 1 } }
    await expect(verify('head', vkey, file('head', JSON.stringify(forged)))).rejects.toThrow(
      'the head of the chain: ',
    )

    const cosigned = async (text: string) =>
      verify('cosigned', vkey, witnessKey, file('cosigned', text)).catch(String)
    const stated = new RegExp(`^\\d+ ${WITNESS} 2\\d{3}-\\S+Z\n$`)
    const ofWitness = `${witnessUrl}/${originHash(ORIGIN)}/checkpoint`
    await expect
      .poll(async () => cosigned(await (await fetch(ofWitness)).text()), POLLING)
      .toMatch(stated)
    const { proof } = (await get('/audit-logs/head', api_key)).body['published']
    expect(await cosigned(proof.slice(proof.indexOf('\n\n') + 2))).toMatch(stated)
    expect(await cosigned(earlier)).toContain(`${WITNESS} has not cosigned`)
    await stop()
    await witness.stop()
  })
})
