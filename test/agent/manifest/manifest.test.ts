import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { LANGUAGES, STARTERS } from '../../../src/agent/cli/starters/languages.ts'
import { starterManifest } from '../../../src/agent/cli/starters/manifest.ts'
import { keyFileOf, keyOfSeed, readKeyFile } from '../../../src/agent/folder/keys.ts'
import { manifestHash, readManifest } from '../../../src/agent/folder/manifest.ts'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { svcId } from '../../../src/domain/crypto/svc-id.ts'

const VALID = `name: Invoice reader
version: "1.0.0"
description: Reads invoices.
skills:
  - name: read
    description: Reads one.
    input_schema: true
    output_schema: { type: object }
capabilities:
  provides: [read]
a2a:
  upstream_url: https://agents.example.com/a2a/tasks
`
const faultsOf = (text: string) => {
  const result = readManifest(text)
  return result.kind === 'invalid'
    ? result.faults.map(({ line, column, message }) => `${line}:${column}: ${message}`)
    : []
}
const validOf = (text: string) => {
  const result = readManifest(text)
  if (result.kind === 'invalid') throw new Error(result.faults[0]!.message)
  return result
}

describe('svc.yml', () => {
  it('is read without capabilities.requires, which defaults to an empty list', () => {
    const { manifest, warnings } = validOf(VALID)
    expect(manifest).toMatchObject({
      name: 'Invoice reader',
      capabilities: { provides: ['read'], requires: [] },
      a2a: { upstream_url: 'https://agents.example.com/a2a/tasks' },
    })
    expect(warnings).toEqual([])
  })

  it('may be at most 1,048,576 bytes long', () => {
    const filled = (bytes: number): string => VALID + `# ${'x'.repeat(bytes - VALID.length - 3)}\n`
    expect(Buffer.byteLength(filled(1_048_576))).toBe(1_048_576)
    expect(faultsOf(filled(1_048_576))).toEqual([])
    expect(faultsOf(filled(1_048_577))).toEqual(['1:1: it is longer than 1048576 bytes'])
  })

  it.each(LANGUAGES)('is valid as the starter in %s', (language) => {
    expect(validOf(starterManifest('My "agent"', STARTERS[language])).warnings).toEqual([])
  })

  it('has a JSON Schema of draft 2020-12 that describes every key', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../../schemas/svc.schema.json', import.meta.url), 'utf8'),
    ) as { properties: Record<string, { description?: string }> }
    expect(new Ajv2020().validateSchema(schema)).toBe(true)
    expect(
      Object.entries(schema.properties)
        .filter(([, { description }]) => !description)
        .map(([name]) => name),
    ).toEqual([])
  })
})

describe('the reader of svc.yml', () => {
  const faulty: readonly (readonly [
    what: string,
    from: string | RegExp,
    to: string,
    message: string,
  ])[] = [
    ['a missing version', 'version: "1.0.0"\n', '', '1:1: the manifest is missing the key version'],
    [
      'a version that YAML takes for a number',
      '"1.0.0"',
      '1.0',
      '2:10: version must be a string, but it is 1; put it in quotes: "1.0"',
    ],
    [
      'a version with a space, which the contract of agents does not allow',
      '"1.0.0"',
      '"1.0 beta"',
      '2:10: version contains invalid characters: "1.0 beta"',
    ],
    [
      'an unknown key',
      'description: Reads invoices.',
      'descripton: Reads invoices.',
      '3:1: the manifest has the unknown key "descripton"; did you mean description?',
    ],
    [
      'an unknown key of a skill',
      'input_schema: true',
      'input: true',
      '7:5: skills[0] has the unknown key "input"; the known keys are name, description, input_schema, output_schema, timeout_ms, cost_estimate, run',
    ],
    [
      'a schema that is a list',
      'input_schema: true',
      'input_schema: []',
      '7:19: skills[0].input_schema must be a mapping or true or false, but it is a list',
    ],
    [
      'an empty list of skills',
      /skills:[^]*?capabilities:/,
      'skills: []\ncapabilities:',
      '4:9: skills must not be empty',
    ],
    [
      'an address that is not a URL',
      'https://agents.example.com/a2a/tasks',
      'agents.example.com',
      '12:17: a2a.upstream_url must be an absolute URL that begins with http:// or https://, but it is "agents.example.com"',
    ],
    ...['http://a/{x}', 'http://[', 'http://a/%zz'].map(
      (url) =>
        [
          `the invalid URL ${url}`,
          'https://agents.example.com/a2a/tasks',
          `'${url}'`,
          `12:17: a2a.upstream_url must be a valid URL, but it is "${url}"`,
        ] as const,
    ),
    [
      'a port above 65535',
      'agents.example.com/a2a',
      'agents.example.com:99999/a2a',
      '12:17: a2a.upstream_url must be a valid URL, with a port of at most 65535, but it is "https://agents.example.com:99999/a2a/tasks"',
    ],
    [
      'a host that is not a valid IPv4 address',
      'version:',
      'url: http://1.2.3.400/\nversion:',
      '2:6: url must be a valid URL, with a port of at most 65535, but it is "http://1.2.3.400/"',
    ],
    [
      'a skill that is declared twice',
      'capabilities:',
      '  - { name: read, description: Again., input_schema: true, output_schema: true }\ncapabilities:',
      '9:13: skill read is declared twice; the names of skills must be unique',
    ],
    [
      'a duplicate key',
      'version:',
      'name: Other\nversion:',
      '2:1: this is not valid YAML: Map keys must be unique',
    ],
    [
      'broken YAML',
      'provides: [read]',
      'provides: [read',
      '11:1: this is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
  ]
  it.each(faulty)('names the line and the column of %s', (_, from, to, expected) => {
    const text = VALID.replace(from, to)
    expect(text).not.toBe(VALID)
    const faults = faultsOf(text)
    expect(
      faults.some((fault) => fault.startsWith(expected)),
      faults.join('\n'),
    ).toBe(true)
  })

  it('reports a number that JSON cannot represent, without its position', () => {
    const text = VALID.replace('input_schema: true', 'input_schema: { minimum: .inf }')
    expect(faultsOf(text)).toEqual([expect.stringMatching(/^1:1: it cannot be written as JSON/)])
  })

  it('reports all faults at once', () => {
    expect(faultsOf('name: 7\nskills: none\n').length).toBeGreaterThanOrEqual(5)
  })

  it.each([
    ['', '1:1: the manifest must be a mapping, but it is null'],
    ['- a', '1:1: the manifest must be a mapping, but it is a list'],
    ['just text', '1:1: the manifest must be a mapping, but it is "just text"'],
  ])('refuses %j', (text, expected) => {
    expect(faultsOf(text)).toEqual([expected])
  })

  it('warns of capabilities without a skill of exactly that name, and of skills that are never routed', () => {
    const { warnings } = validOf(VALID.replace('[read]', '[Read]'))
    expect(warnings.map(({ line, column, message }) => `${line}:${column}: ${message}`)).toEqual([
      '10:14: capability Read is not a skill of this agent (did you mean read?), so the agent cannot be served with it',
      '5:11: skill read is not in capabilities.provides, so the platform does not route tasks to it',
    ])
  })

  it('refuses aliases that expand without limit, and text that is too long', () => {
    const bomb = [
      'a: &a [x]',
      ...Array.from(
        'bcdefghij',
        (name, index) =>
          `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[index]}`).join(', ')}]`,
      ),
    ].join('\n')
    expect(faultsOf(bomb)[0]).toContain('cannot be written as JSON')
    expect(faultsOf(`# ${'x'.repeat(2 ** 20)}`)[0]).toContain('longer than')
  })

  it('never throws, whatever the text contains', () => {
    const lines = fc.array(
      fc.oneof(
        fc.constantFrom(
          ...VALID.split('\n'),
          '<<: *a',
          '? [a, b]',
          '!!binary aGk=',
          '__proto__: 1',
          '--- ',
          '...',
        ),
        fc.string(),
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(lines, (some) => {
        readManifest(some.join('\n'))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('agent identity', () => {
  it('follows from the content of the manifest, not from its layout', () => {
    const { manifest_hash, reordered } = {
      manifest_hash: validOf(VALID).hash,
      reordered: validOf(
        `# A comment\na2a: { upstream_url: 'https://agents.example.com/a2a/tasks' }\n${VALID.slice(0, VALID.indexOf('a2a:'))}`,
      ).hash,
    }
    expect(reordered).toBe(manifest_hash)
    expect(validOf(VALID.replace('Reads one', 'Reads two')).hash).not.toBe(manifest_hash)
    expect(manifest_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is the SHA-256 of canonical JSON, so that any language computes the same', () => {
    // printf '%s' '{"a":[true,"é"],"b":1}' | sha256sum
    expect(manifestHash({ b: 1, a: [true, 'é'] })).toBe(
      '83a3979059aec8e3857b1c8e232a8a54a415f02a223aeaa3ba97654ebef44020',
    )
    const { public_key } = keyOfSeed(new Uint8Array(32).fill(1))
    const fields = {
      name: 'Invoice reader',
      version: '1.0.0',
      public_key,
      manifest_hash: validOf(VALID).hash,
    }
    expect(svcId(fields)).toBe(
      sha256Hex(
        `{"manifest_hash":"${fields.manifest_hash}","name":"Invoice reader","public_key":"${public_key}","version":"1.0.0"}`,
      ),
    )
  })
})

describe('the key file of an agent', () => {
  it('contains the key as PKCS #8 in PEM, from which it is read back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (seed) => {
        const text = keyFileOf(seed)
        expect(text).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
        expect(readKeyFile(text)).toEqual(keyOfSeed(seed))
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['plain text', 'hello'],
    [
      'a public key',
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n',
    ],
  ])('is refused if it contains %s', (_, text) => {
    expect(() => readKeyFile(text)).toThrow('it contains no private key in PEM')
  })
})
