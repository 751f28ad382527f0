import { beforeAll, describe, expect, it } from 'vitest'
import { NO_PROXIES } from '../../../src/contract/address.ts'
import { parseCheckpoint } from '../../../src/domain/transparency/checkpoint.ts'
import { privateAgentHash } from '../../../src/domain/transparency/entries.ts'
import { leafHash } from '../../../src/domain/transparency/merkle.ts'
import { parseVerifierKey, verifyNote } from '../../../src/domain/transparency/note.ts'
import { verifyProof } from '../../../src/domain/transparency/proof.ts'
import { parseEntries } from '../../../src/domain/transparency/tiles.ts'
import { agentIdentity, register } from '../agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

describe('the public log', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  const get = (path: string) => platform.http().get(path).responseType('blob')
  const logKey = async () => parseVerifierKey((await platform.http().get('/log/key')).text.trim())!

  it('serves a checkpoint that the published key signed, and the tiles and entries below it', async () => {
    const agent = await register(org)
    await platform.runUntilIdle()
    const { text, headers } = await platform.http().get('/log/checkpoint').expect(200)
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=2',
      'access-control-allow-origin': '*',
    })
    const key = await logKey()
    expect(key.name).toBe('registry.test/log')
    const { size } = parseCheckpoint(verifyNote(text, [key])!.text)!
    const { body, headers: tileHeaders } = await get(`/log/tile/entries/000.p/${size}`).expect(200)
    expect(tileHeaders).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, no-cache',
    })
    const revalidated = await get(`/log/tile/entries/000.p/${size}`)
      .set('If-None-Match', tileHeaders['etag'] as string)
      .expect(304)
    expect(revalidated.headers['cache-control']).toBe('public, no-cache')
    await get(`/log/tile/entries/000.p/${size}`)
      .set('If-None-Match', '"of another log"')
      .expect(200)
    const entries = parseEntries(body as Buffer)!.map((entry) => Buffer.from(entry))
    expect(entries.join()).toContain(agent.svc_id)
    const { body: tile } = await get(`/log/tile/0/000.p/${size}`).expect(200)
    expect(tile).toEqual(Buffer.concat(entries.map(leafHash)))
  })

  it('is replaced by a new log under another issuer; only the process that begins it writes a warning with both names', async () => {
    const first = await startPlatform()
    await register(await first.organization())
    await first.runUntilIdle()
    const { store } = first
    const renamed = { issuer: 'https://renamed.test' }
    const [begun, later] = [
      await startPlatform(renamed, { store }),
      await startPlatform(renamed, { store }),
    ]
    const warnings = ({ log }: TestPlatform) =>
      log
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ replaced_log }) => replaced_log !== undefined)
    const [warning, ...others] = warnings(begun)
    expect(warning).toMatchObject({ level: 'warn', replaced_log: 'registry.test/log' })
    expect(String(warning!['log'])).toMatch(/^renamed\.test\/log\/2-[0-9a-f]{8}$/)
    expect([...others, ...warnings(first), ...warnings(later)]).toEqual([])
  })

  it('has no other paths or methods', async () => {
    for (const path of [
      '/log',
      '/log/',
      '/log/checkpoint/',
      '/log/tile/0/000',
      '/log/tile/0/000.p/255',
      '/log/tile/1/000',
      '/log/tile/64/000',
      '/log/tile/entries/999',
      '/log/tile/0/..%2f..%2fkey',
    ])
      await platform.http().get(path).expect(404)
    const refused = await platform.http().post('/log/checkpoint').expect(405)
    expect(refused.headers['allow']).toBe('GET, HEAD')
    await platform.http().head('/log/key').expect(200)
  })

  it('responds with 429 after 600 reads from one address in a minute, and does not limit other addresses', async () => {
    const limited = await startPlatform({
      rate_limit_factor: 1,
      proxies: { ...NO_PROXIES, includes: () => true },
    })
    await limited.runUntilIdle()
    const read = (address: string) => limited.http().get('/log/key').set('X-Forwarded-For', address)
    for (let n = 0; n < 600; n += 1) await read('192.0.2.1').expect(200)
    const { body, headers } = await read('192.0.2.1').expect(429)
    expect(body).toMatchObject({ code: 'RATE_LIMITED' })
    expect(headers['retry-after']).toBe('1')
    await read('192.0.2.2').expect(200).expect('RateLimit', '"log-reads";r=599;t=1')
    const missing = limited.http().get('/log/tile/0/000.p/255')
    await missing
      .set('X-Forwarded-For', '192.0.2.2')
      .expect(404)
      .expect('RateLimit', '"log-reads";r=598;t=1')
  })

  it('has a key but no checkpoint before its first entry', async () => {
    const fresh = await startPlatform()
    await fresh.http().get('/log/checkpoint').expect(404)
    await fresh.http().get('/log/key').expect(200)
    await fresh.runUntilIdle()
    await fresh.http().get('/log/checkpoint').expect(200)
  })

  describe('in the trust profile', () => {
    const profileOf = async (svc_id: string, { api } = org) =>
      (await api.get(`/trust/profile/did:svc:${encodeURIComponent(svc_id)}`)).body

    it('proves the registration of the agent once its entry has an index in the log', async () => {
      const agent = await register(org)
      const { log: waiting } = await profileOf(agent.svc_id)
      expect(Object.keys(waiting)).toEqual(['entry'])
      await platform.runUntilIdle()
      const { log, public_key } = await profileOf(agent.svc_id)
      expect(Object.keys(log)).toEqual(['entry', 'proof'])
      expect(verifyProof(Buffer.from(log.entry), log.proof, await logKey())).toBeDefined()
      expect(JSON.parse(log.entry)).toMatchObject({
        type: 'agent.registered',
        agent: { svc_id: agent.svc_id, public_key, proved: true },
      })
    })

    it('shows the salt of a private agent to those who can see the agent', async () => {
      const agent = agentIdentity()
      await org.api.post('/agents/register', {
        ...agent.registration,
        proof: agent.proof(org),
        private: true,
      })
      await platform.runUntilIdle()
      const { log } = await profileOf(agent.svc_id)
      const { agent_hash } = JSON.parse(log.entry) as { agent_hash: string }
      expect(agent_hash).toBe(privateAgentHash(agent.registration, Buffer.from(log.salt, 'hex')))
      const stranger = await platform.organization()
      expect(await profileOf(agent.svc_id, stranger)).toMatchObject({ code: 'AGENT_NOT_FOUND' })
    })
  })
})
