import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as catalogues from '../../../src/domain/compliance/catalogues.ts'
import { EVALUATORS } from '../../../src/domain/compliance/evaluators/evaluators.ts'
import { FRAMEWORKS, resolveFrameworks } from '../../../src/domain/compliance/frameworks.ts'
import { markdownClaims, markdownOf } from '../../../src/domain/compliance/markdown.ts'
import { code, escapeText } from '../../../src/domain/compliance/markdown-text.ts'
import {
  contentOf,
  hashOfReport,
  reportClaims,
  signReport,
  type ReportSigner,
} from '../../../src/domain/compliance/report.ts'
import { keyPairOfSeed, publicJwk } from '../../../src/domain/crypto/ed25519.ts'
import { verifyClaims, signClaims, type Claims } from '../../../src/domain/signatures/signature.ts'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { agent, ago, all, events, facts, key, NOW, record, retired } from './facts.ts'

const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(3))
const ISSUER = 'https://registry.test'
const { kid: key_id } = publicJwk(publicKey)
const signer: ReportSigner = {
  issuer: ISSUER,
  sign: (purpose, claims) => ({ key_id, signature: signClaims(privateKey, purpose, claims) }),
}
const reportOf = (some = facts, frameworks: readonly string[] = [], now = NOW) =>
  signReport(contentOf(some, { frameworks, now, platform_version: '0.1.0' }), signer)
const signed = (claims: Claims['compliance-report'], signature: string) =>
  verifyClaims(publicKey, 'compliance-report', claims, signature) === 'verified'

describe('framework catalogues', () => {
  it('cover the seven frameworks, with distinct controls, and use every kind of evidence', () => {
    expect(FRAMEWORKS.map(({ id }) => id)).toEqual([
      'soc2',
      'iso27001',
      'iso42001',
      'hipaa',
      'gdpr',
      'eu_ai_act',
      'nist_ai_rmf',
    ])
    for (const { controls } of FRAMEWORKS)
      expect(new Set(controls.map(({ id }) => id)).size).toBe(controls.length)
    const used = FRAMEWORKS.flatMap(({ controls }) =>
      controls.flatMap(({ evidence }) => evidence),
    ).map((need) => (typeof need === 'string' ? need : need.kind))
    expect(new Set(used)).toEqual(new Set(Object.keys(EVALUATORS)))
    expect(new Set(FRAMEWORKS)).toEqual(new Set(Object.values(catalogues)))
  })

  it.each([
    [[], FRAMEWORKS.map(({ id }) => id)],
    [['', ' '], FRAMEWORKS.map(({ id }) => id)],
    [['HIPAA', 'hipaa', ' Hipaa '], ['hipaa']],
    [
      ['EU AI Act', 'SOC-2', 'nist_ai_rmf'],
      ['eu_ai_act', 'soc2', 'nist_ai_rmf'],
    ],
    [
      ['gdpr', 'PCI DSS', 'pci-dss'],
      ['gdpr', '?PCI DSS'],
    ],
    [['__proto__'], ['?__proto__']],
  ])('resolve the names %j to %j', (names, expected) => {
    const resolved = resolveFrameworks(names).map((one) =>
      one.kind === 'known' ? one.framework.id : `?${one.id}`,
    )
    expect(resolved).toEqual(expected)
  })
})

describe('compliance report', () => {
  it('evaluates every control of every framework with evidence, a status and a reason', () => {
    const { frameworks, evidence } = reportOf()
    expect(frameworks.map(({ id, controls }) => [id, controls.length])).toEqual(
      FRAMEWORKS.map(({ id, controls }) => [id, controls.length]),
    )
    const inFull = new Map(evidence.map((one) => [one.id, one]))
    for (const control of frameworks.flatMap(({ controls }) => controls)) {
      expect(control.evidence.length).toBeGreaterThan(0)
      for (const { id, status, reason, records } of control.evidence)
        expect(inFull.get(id)).toMatchObject({
          status,
          reason,
          records: records.map((sequence) => ({ sequence })),
        })
    }
  })

  it('finds that a year is too short for HIPAA and long enough for the EU AI Act', () => {
    const { frameworks } = reportOf(facts, ['hipaa', 'eu_ai_act'])
    const states = frameworks.flatMap(({ controls }) =>
      controls
        .filter(({ evidence }) => evidence[0]!.id.startsWith('retention_'))
        .map(({ id, status }) => [id, status]),
    )
    expect(states).toEqual([
      ['164.316(b)(2)(i)', 'not_satisfied'],
      ['Art. 19(1)', 'satisfied'],
      ['Art. 26(6)', 'satisfied'],
    ])
  })

  it('reports an unknown framework as unsupported, without controls', () => {
    expect(
      reportOf(facts, ['pci', 'gdpr']).frameworks.map(({ id, status, controls }) => [
        id,
        status,
        controls.length,
      ]),
    ).toEqual([
      ['pci', 'unsupported', 0],
      ['gdpr', 'partially_satisfied', 11],
    ])
    expect(reportOf(facts, ['pci'])).toMatchObject({
      evidence: [],
      frameworks: [{ id: 'pci', status: 'unsupported', controls: [] }],
    })
  })

  it('is byte for byte the same for the same records and time, as JSON and as Markdown', () => {
    const some = {
      ...facts,
      events: events(record('audit.exported'), record('policy.updated')),
      installations: all(...facts.installations.items, retired),
      keys: all(key, { ...key, key_id: 'k2' }),
    }
    expect(JSON.stringify(reportOf(structuredClone(some)))).toBe(JSON.stringify(reportOf(some)))
    expect(markdownOf(reportOf(structuredClone(some)), signer)).toBe(
      markdownOf(reportOf(some), signer),
    )
  })

  it('has a different hash if anything in it differs, including its time', () => {
    const one = reportOf()
    const others = [
      reportOf(facts, ['gdpr']),
      reportOf({ ...facts, agent: { ...agent, name: 'x' } }),
      reportOf({ ...facts, events: events(record('audit.exported')) }),
      reportOf(facts, [], ago(-1)),
    ]
    expect(new Set([one, ...others].map(({ hash }) => hash)).size).toBe(5)
  })

  it('can be verified with the key of the platform', () => {
    const report = reportOf()
    expect(hashOfReport(report)).toBe(report.hash)
    expect(hashOfReport({ ...report, statement: 'This is a certificate.' })).not.toBe(report.hash)
    expect(signed(reportClaims(report, ISSUER), report.signature)).toBe(true)
    expect(
      signed(reportClaims({ ...report, generated_at: ago(1) }, ISSUER), report.signature),
    ).toBe(false)
    expect(signed(reportClaims(report, 'https://other.test'), report.signature)).toBe(false)
  })

  it('can be generated for names with any content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const report = reportOf(
          { ...facts, agent: { ...agent, name, details: { publisher: name } } },
          [name.slice(0, 64)],
        )
        expect(hashOfReport(report)).toBe(report.hash)
      }),
    )
  })
})

describe('Markdown report', () => {
  const SIGNATURE_BLOCK =
    /---\n\nSHA-256 of all lines above the rule: `([0-9a-f]{64})` {2}\nSigned by the platform key `([\w-]+)`: `([\w+/=]+)`\n$/

  it('ends with the signed hash of its own text', () => {
    const report = reportOf()
    const text = markdownOf(report, signer)
    const [matched, sha256, named_key, signature] = SIGNATURE_BLOCK.exec(text)!
    expect(sha256Hex(text.slice(0, -matched.length))).toBe(sha256)
    expect(named_key).toBe(key_id)
    expect(signed(markdownClaims(report, ISSUER, sha256!), signature!)).toBe(true)
  })

  it('states the date from which a framework applies, if it has one', () => {
    const text = markdownOf(reportOf(facts, ['eu_ai_act', 'soc2']), signer)
    expect([...text.matchAll(/Applicable from (.*?);/g)].map(([, date]) => date)).toEqual([
      '2027-12-02',
    ])
  })

  it('shows every framework, control, finding, figure and record of the data', () => {
    const report = reportOf(
      { ...facts, events: events(record('audit.exported'), record('policy.updated')) },
      ['soc2', 'pci', 'hipaa'],
    )
    const text = markdownOf(report, signer)
    expect(text).toContain('| Control | Title | Status | Evidence |')
    for (const { title, controls } of report.frameworks.filter((one) => one.title !== undefined)) {
      expect(text).toContain(`\n## ${title!} (`)
      for (const { id, title: short } of controls)
        expect(text).toContain(`| **${id}** | ${short} |`)
    }
    for (const { title, reason, facts: figures } of report.evidence)
      for (const part of [`### ${title}`, reason, ...figures.map(({ name }) => `| ${name} |`)])
        expect(text).toContain(part)
    for (const { sequence, hash } of report.evidence.flatMap(({ records }) => records))
      for (const part of [`| ${sequence} |`, hash.slice(0, 16)]) expect(text).toContain(part)
    expect(text).toContain('## Unsupported: pci')
    for (const part of [
      report.hash,
      report.signature,
      report.chain.hash,
      report.statement,
      '/trust/jwks',
    ])
      expect(text).toContain(part)
  })

  it('states for which evidence only part of what is on record was read', () => {
    const NOTE = 'Only part of what the registry has on record for this evidence was read'
    const truncated = { ...facts, keys: { ...facts.keys, truncated: true } }
    const [, ...parts] = markdownOf(reportOf(truncated), signer).split('\n### ')
    expect(
      parts.filter((part) => part.includes(NOTE)).map((part) => part.split('\n', 1)[0]),
    ).toEqual(['Credentials', 'Access'])
    expect(markdownOf(reportOf(), signer)).not.toContain(NOTE)
  })

  const markup = fc.constantFrom(
    '|',
    '`',
    '<',
    '>',
    '\n',
    '\r\n',
    '\\',
    '*',
    '_',
    '[',
    ']',
    '(',
    ')',
    '!',
    '#',
    '~',
    '&',
    '&#124;',
    '-',
    '=',
    '+',
    '.',
    ':',
    '/',
    '@',
    '"',
    "'",
    '$',
    '{',
    '}',
    '%',
    '\t',
    '\0',
    '\u2028',
    '\u202e',
    '\u200b',
    '\ud800',
    'www.evil.example',
    'https://evil.example',
    '<script>',
    '--- |',
    '![x](y)',
    '😀',
    'é',
  )
  const hostile = fc.oneof(
    fc.array(markup, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )

  it('reduces user-supplied text to letters, digits, harmless punctuation and numeric references in one line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(escapeText(text)).toMatch(
          /^(?:[\p{L}\p{M}\p{N} ,;()'+-]|[./](?=[\s\d]|$)|&#\d+;)*$/u,
        )
        expect(code(text)).toMatch(/^`[^`|\\\s]*`$/)
      }),
      { numRuns: 2000 },
    )
  })

  const shown = (text: string) =>
    text.replace(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)))

  it('removes characters of user-supplied text that hide text or change its direction', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(shown(escapeText(text))).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      }),
      { numRuns: 2000 },
    )
  })

  it('shows user-supplied text literally: references stand for its own characters', () => {
    fc.assert(
      fc.property(
        fc
          .array(markup.filter((part) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(part)))
          .map((parts) => parts.join('')),
        (text) => {
          expect(shown(escapeText(text))).toBe(text)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('keeps user-supplied text in its cell, so that the document around it does not change', () => {
    const texts = (text: string, framework: string) => {
      const some = {
        ...facts,
        agent: { ...agent, svc_id: 'a', name: text, version: text, details: { publisher: text } },
        workspace: { ...facts.workspace, name: text },
        policy: {
          ...facts.policy,
          content: {
            ...facts.policy.content,
            // A lone surrogate is replaced, because a policy that contains one has no hash.
            compliance: { frameworks: [text.toWellFormed()], data_residency: [] },
          },
        },
      }
      return markdownOf(reportOf(some, ['gdpr', 'soc2', framework]), signer)
    }
    /** Removes hashes and signatures, which depend on the content. */
    const withoutHashes = (document: string) =>
      document
        .replace(SIGNATURE_BLOCK, '')
        .replace(/has the SHA-256 `[0-9a-f]{64}`/, '')
        .replace(/signed it: `[\w+/=]+`/, '')
    const usual = withoutHashes(texts('PLACE', 'PLACE'))
    expect(usual.split('PLACE').length).toBeGreaterThan(7)
    fc.assert(
      fc.property(
        hostile.filter((text) => text.trim() !== ''),
        (text) => {
          const shown = escapeText(text)
          const lines = (document: string) =>
            document
              .split('\n')
              .map((line) =>
                [line.split('|').length, line.split('`').length, line.split('<').length].join(),
              )
          const got = withoutHashes(texts(text, `x${text.trim()}x`.slice(0, 64)))
          expect(lines(got)).toEqual(lines(usual))
          expect(got).toContain(`| Workspace | ${shown}, \`ws_a\` |`)
        },
      ),
      { numRuns: 300 },
    )
  })
})
