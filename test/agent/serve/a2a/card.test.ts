import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifestOf, startAgent, TEXT, type TestAgent } from '../agents.ts'

const CARD = '/.well-known/agent-card.json'
let desk: TestAgent
beforeAll(async () => {
  const manifest = manifestOf({ count_words: { input: TEXT }, 'Übersetze-2': {}, '!': {} })
  desk = await startAgent(manifest, {
    count_words: () => ({}),
    'Übersetze-2': () => ({}),
    '!': () => ({}),
  })
})
afterAll(() => desk.agent.close())

describe('the A2A card', () => {
  it('lists both versions at /a2a, and the same address for clients of 0.3', async () => {
    const { status, body } = await desk.get(CARD)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Text Desk',
      description: 'Works on text.',
      version: '1.2.0',
      supportedInterfaces: [
        { url: `${desk.url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: `${desk.url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      ],
      protocolVersion: '0.3.0',
      url: `${desk.url}/a2a`,
      preferredTransport: 'JSONRPC',
      additionalInterfaces: [{ url: `${desk.url}/a2a`, transport: 'JSONRPC' }],
      defaultInputModes: ['text/plain', 'application/json'],
      defaultOutputModes: ['text/plain', 'application/json'],
    })
  })

  it('has an id, a name, a description and tags for each skill, in the order of the manifest', async () => {
    expect((await desk.get(CARD)).body.skills).toEqual([
      {
        id: 'count_words',
        name: 'count_words',
        description: 'Does count_words.',
        tags: ['count', 'words'],
      },
      {
        id: 'Übersetze-2',
        name: 'Übersetze-2',
        description: 'Does Übersetze-2.',
        tags: ['übersetze', '2'],
      },
      { id: '!', name: '!', description: 'Does !.', tags: ['!'] },
    ])
  })

  it('declares what the agent supports, and the extension that names a skill', async () => {
    expect((await desk.get(CARD)).body.capabilities).toEqual({
      streaming: true,
      pushNotifications: false,
      extensions: [
        {
          uri: 'urn:svc:a2a:skill:v1',
          description: expect.stringContaining('{"urn:svc:a2a:skill:v1": {"skill": "NAME"}}'),
          required: false,
        },
      ],
    })
  })

  it('does not change the card that the contract documents', async () => {
    const { body } = await desk.get('/.well-known/agent.json')
    expect(body).toMatchObject({ svc_id: desk.agent.svc_id, url: desk.url })
    expect(body.skills[0]).toMatchObject({ name: 'count_words', input_schema: TEXT })
    expect(body).not.toHaveProperty('supportedInterfaces')
  })

  it('can be cached for 300 seconds, and a request with its ETag gets 304 while it is unchanged', async () => {
    const { headers } = await desk.get(CARD)
    expect(headers['cache-control']).toBe('public, max-age=300')
    expect(headers['etag']).toMatch(/^"[0-9a-f]{32}"$/)
    const unchanged = await desk.get(CARD, { 'If-None-Match': headers['etag'] })
    expect([unchanged.status, unchanged.text]).toEqual([304, ''])
    expect(unchanged.headers).toMatchObject({
      etag: headers['etag'],
      'cache-control': 'public, max-age=300',
    })
    expect((await desk.get(CARD, { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  it('has another ETag once its content changes', async () => {
    const tagOf = async (version: string) => {
      const other = await startAgent(
        manifestOf({ echo: {} }, { version, url: 'https://a.example' }),
        {
          echo: () => ({}),
        },
      )
      const { headers, body } = await other.get(CARD)
      await other.agent.close()
      expect(body.url).toBe('https://a.example/a2a')
      return headers['etag']
    }
    const [first, same, second] = [await tagOf('1.0.0'), await tagOf('1.0.0'), await tagOf('1.0.1')]
    expect(same).toBe(first)
    expect(second).not.toBe(first)
  })
})
