import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonical,
  namespaceOf,
  parseReference,
  writeReference,
  type ImageReference,
} from '../../../src/domain/images/reference.ts'
import { assertTerminates } from '../../kit/bounds.ts'

const DIGEST = `sha256:${'a'.repeat(64)}`
const part = fc.stringMatching(/^[a-z0-9]{1,4}((\.|_|__|-)[a-z0-9]{1,3}){0,2}$/)
const host = fc.oneof(
  fc.constant('localhost'),
  fc.stringMatching(/^[a-z]{1,5}\.[a-z]{2,4}(:[0-9]{2,5})?$/),
  fc.stringMatching(/^[a-z]{1,5}:[0-9]{2,5}$/),
)
const references = fc
  .record({
    host: fc.option(host),
    // Without a host, the first part of the repository must not look like a host.
    repository: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
    tag: fc.option(fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,9}$/)),
    digest: fc.option(fc.constant(DIGEST)),
  })
  .filter(
    (reference) =>
      reference.host !== null ||
      (!/^[^/]*\.[^/]*\//.test(reference.repository) &&
        !reference.repository.startsWith('localhost/')),
  )

describe('an image reference', () => {
  it.each<[string, ImageReference]>([
    ['acme/agent:1.0.0', { host: null, repository: 'acme/agent', tag: '1.0.0', digest: null }],
    ['agent', { host: null, repository: 'agent', tag: null, digest: null }],
    ['agent.v2', { host: null, repository: 'agent.v2', tag: null, digest: null }],
    ['acme/team/agent', { host: null, repository: 'acme/team/agent', tag: null, digest: null }],
    [
      'images.example.com/acme/agent:1',
      { host: 'images.example.com', repository: 'acme/agent', tag: '1', digest: null },
    ],
    [
      'registry:5000/agent:A_b-C.1',
      { host: 'registry:5000', repository: 'agent', tag: 'A_b-C.1', digest: null },
    ],
    ['localhost/agent', { host: 'localhost', repository: 'agent', tag: null, digest: null }],
    [`acme/agent@${DIGEST}`, { host: null, repository: 'acme/agent', tag: null, digest: DIGEST }],
    [`acme/agent:1@${DIGEST}`, { host: null, repository: 'acme/agent', tag: '1', digest: DIGEST }],
    ['agent:5000', { host: null, repository: 'agent', tag: '5000', digest: null }],
  ])('%s is parsed', (text, reference) => {
    expect(parseReference(text)).toEqual(reference)
    expect(writeReference(reference)).toBe(text)
  })

  it.each([
    '',
    ' ',
    'Acme/agent',
    'acme//agent',
    '/acme/agent',
    'acme/agent/',
    'acme/agent:',
    'acme/agent:-1',
    'acme/agent@',
    'acme/agent@sha256:abc',
    `acme/agent@sha512:${'a'.repeat(128)}`,
    'acme/../agent',
    'acme/./agent',
    'acme/age nt',
    'acme/agent\n',
    'acme%2Fagent%3A1',
    'https://images.example.com/agent',
    'user@images.example.com/agent',
    'acme/-agent',
    'acme/agent-',
    'a..b',
    'a___b',
    'acme/ägent',
    `acme/${'a'.repeat(500)}`,
    `a:${'t'.repeat(129)}`,
    'registry:500000/agent',
  ])('%j is invalid', (text) => expect(parseReference(text)).toBeUndefined())

  it('is parsed back to the same reference after it is written', () => {
    fc.assert(
      fc.property(references, (reference) => {
        expect(parseReference(writeReference(reference))).toEqual(reference)
      }),
    )
  })

  it('has one canonical spelling: without the host of the default registry, and with a tag unless there is a digest', () => {
    const spelled = (text: string) =>
      writeReference(canonical(parseReference(text)!, 'images.example.com'))
    expect(
      [
        'acme/agent',
        'acme/agent:latest',
        'images.example.com/acme/agent',
        'images.example.com/acme/agent:latest',
      ].map(spelled),
    ).toEqual(Array(4).fill('acme/agent:latest'))
    expect(spelled(`acme/agent@${DIGEST}`)).toBe(`acme/agent@${DIGEST}`)
    expect(spelled('other.example.com/acme/agent:1')).toBe('other.example.com/acme/agent:1')
    fc.assert(
      fc.property(references, (reference) => {
        const once = canonical(reference, 'images.example.com')
        expect(canonical(once, 'images.example.com')).toEqual(once)
      }),
    )
  })

  it.each(['images.example.com/acme.io/app:1', 'images.example.com/localhost/app:1'])(
    'keeps the host of the default registry if the rest would name an image of another registry: %s',
    (text) =>
      expect(writeReference(canonical(parseReference(text)!, 'images.example.com'))).toBe(text),
  )

  it('names the same image in its canonical spelling, whatever the default registry is', () => {
    const defaultHost = fc.constantFrom('images.example.com', 'localhost', 'registry:5000', null)
    const parts = fc.array(fc.oneof(defaultHost, host, part), { minLength: 1, maxLength: 4 })
    const suffix = fc.constantFrom('', ':1', `@${DIGEST}`, `:1@${DIGEST}`)
    fc.assert(
      fc.property(parts, suffix, defaultHost, (names, end, byDefault) => {
        const reference = parseReference(`${names.filter((name) => name !== null).join('/')}${end}`)
        fc.pre(reference !== undefined)
        const spelled = canonical(reference, byDefault)
        expect(parseReference(writeReference(spelled))).toEqual(spelled)
        const image = (of: ImageReference) => [of.host ?? byDefault, of.repository, of.digest]
        expect(image(spelled)).toEqual(image(reference))
      }),
      { numRuns: 2000 },
    )
  })

  it('has at most 500 characters in its canonical spelling, so without tag and digest at most 493', () => {
    const name = (length: number) => `acme/${'a'.repeat(length - 5)}`
    expect(writeReference(canonical(parseReference(name(493))!, null))).toHaveLength(500)
    expect(parseReference(name(494))).toBeUndefined()
    expect(parseReference(`registry:5000/${name(480)}`)).toBeUndefined()
    expect(parseReference(`${name(498)}:1`)).toBeDefined()
    expect(parseReference(`${name(428)}@${DIGEST}`)).toBeDefined()
  })

  it('has the first part of its repository as its namespace, with or without a host', () => {
    expect(
      ['acme/agent', 'images.example.com/acme/team/agent:1', 'agent'].map((text) =>
        namespaceOf(parseReference(text)!),
      ),
    ).toEqual(['acme', 'acme', 'agent'])
  })

  it('is valid if and only if it matches the contract', () => {
    const contract = JSON.parse(readFileSync('generated/platform.json', 'utf8')) as {
      components: { schemas: { ImageReference: { pattern: string; maxLength: number } } }
    }
    const { pattern, maxLength } = contract.components.schemas.ImageReference
    const fits = (text: string) => text.length <= maxLength && new RegExp(pattern, 'u').test(text)
    const close = fc.oneof(
      references.map(writeReference),
      fc.stringMatching(/^[a-zA-Z0-9._:/@-]{0,14}$/),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(close, (text) => {
        expect(fits(text)).toBe(parseReference(text) !== undefined)
      }),
      { numRuns: 2000 },
    )
  })

  it('is parsed in linear time', () => {
    for (const text of [
      'a-'.repeat(1e6),
      'a'.repeat(1e6),
      'a/'.repeat(1e6),
      `a${'-'.repeat(499)}`,
      'a_'.repeat(249),
    ]) {
      expect(
        () => assertTerminates(() => parseReference(text)),
        `${text.slice(0, 12)}…`,
      ).not.toThrow()
    }
  })
})
