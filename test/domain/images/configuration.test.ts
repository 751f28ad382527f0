import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { examineConfiguration, readConfig } from '../../../src/domain/images/configuration.ts'
import { secretFileFinding, setuidFinding } from '../../../src/domain/images/file-findings.ts'
import { parseReference } from '../../../src/domain/images/reference.ts'
import {
  looksSecret,
  secretsIn,
  secretsInBytes,
  SECRET_PATTERNS,
} from '../../../src/domain/images/secrets.ts'

const NOW = '2026-03-01T12:00:00.000Z'
const PINNED = parseReference(`acme/agent@sha256:${'a'.repeat(64)}`)!
const WITHOUT_FINDINGS = { User: '1000', Healthcheck: { Test: ['CMD', 'true'] } }
const examine = (config: object, more: object = {}, reference = PINNED) =>
  examineConfiguration(
    readConfig({ created: '2026-02-01T00:00:00Z', config, ...more }),
    reference,
    NOW,
  )
const ids = (config: object, more: object = {}, reference = PINNED) =>
  examine({ ...WITHOUT_FINDINGS, ...config }, more, reference).map(({ id }) => id)
const LAYER = `sha256:${'1'.repeat(64)}`
/** Secrets are assembled here, so that secret scanners do not report this file. */
const pem = (kind: string) => `-----BEGIN ${kind}PRIVATE KEY-----\nMIIEvQIBADANBg\n`
const token = (prefix: string, length: number) => prefix + 'aB3'.repeat(60).slice(0, length)

describe('the configuration of an image', () => {
  it('has no findings with a user, a health check, a pinned reference, a recent build and no secrets', () =>
    expect(ids({})).toEqual([]))
  it.each(['', 'root', '0', '0:0', 'root:users', '00'])('with the user %j runs as root', (User) =>
    expect(ids({ User })).toEqual(['RUNS_AS_ROOT']),
  )
  it.each(['1000', 'agent', '1000:0', 'rooted'])('with the user %j does not run as root', (User) =>
    expect(ids({ User })).toEqual([]),
  )
  it.each<[string, string, boolean]>([
    ['DB_PASSWORD', 'hunter2secret', true],
    ['API_KEY', 'abcdef', true],
    ['apiKey', 'abcdef', true],
    ['MY_SECRET', 'x1', true],
    ['AUTH_TOKEN', 'abc', true],
    ['PASSWORD', 'abc', true],
    ['DB_PASSWORD', '', false],
    ['DB_PASSWORD', '$DB_PASSWORD', false],
    ['DB_PASSWORD', 'changeme', false],
    ['DB_PASSWORD_FILE', 'run/secrets/db', false],
    ['TOKEN_URL', 'somewhere', false],
    ['SECRET_PATH', 'x', false],
    ['PATH', 'usr/bin', false],
    ['PASSENGER', 'somebody', false],
    ['TOKENIZERS_PARALLELISM', 'no', false],
    ['DATABASE_URL', 'postgres://app:s3cr3t@db/app', true],
    ['DATABASE_URL', 'postgres://db/app', false],
    ['ANYTHING', token('ghp_', 36), true],
    ['GPG_KEY', 'A035C8C19219BA821ECEA86B64E628F8D684696D', false],
  ])('has a secret in its environment with %s=%s: %s', (name, value, found) => {
    expect(looksSecret(name, value)).toBe(found)
    expect(ids({ Env: [`${name}=${value}`, 'LANG=C'] })).toEqual(found ? ['SECRET_IN_ENV'] : [])
  })
  it('is searched for secrets in labels and in its history', () => {
    expect(ids({ Labels: { 'org.example.token': 'abc', maintainer: 'somebody' } })).toEqual([
      'SECRET_IN_LABEL',
    ])
    expect(
      ids(
        {},
        {
          history: [
            { created_by: 'RUN apt-get update' },
            { created_by: '|1 NPM_TOKEN=abcdef /bin/sh -c npm ci' },
            { created_by: `RUN git clone https://${token('ghp_', 36)}@example.com/x` },
          ],
        },
      ),
    ).toEqual(['SECRET_IN_HISTORY', 'SECRET_IN_HISTORY'])
  })
  it('without a health check, or with a disabled one, has a finding', () => {
    expect(ids({ Healthcheck: undefined })).toEqual(['NO_HEALTHCHECK'])
    expect(ids({ Healthcheck: { Test: ['NONE'] } })).toEqual(['NO_HEALTHCHECK'])
  })
  it('with a tag has a finding for the mutable reference', () =>
    expect(ids({}, {}, parseReference('acme/agent:1')!)).toEqual(['MUTABLE_TAG']))
  it.each<[string, readonly (readonly [string, string])[]]>([
    ['2026-02-28T00:00:00Z', []],
    ['2025-09-02T12:00:00Z', []],
    ['2025-08-01T00:00:00Z', [['OLD_IMAGE', 'low']]],
    ['2024-08-01T00:00:00Z', [['OLD_IMAGE', 'medium']]],
    ['1970-01-01T00:00:00Z', []],
    ['0001-01-01T00:00:00Z', []],
    ['2999-01-01T00:00:00Z', []],
    ['nonsense', []],
  ])('built %s has the findings %j', (created, expected) =>
    expect(
      examine(WITHOUT_FINDINGS, { created }).map(({ id, severity }) => [id, severity]),
    ).toEqual(expected),
  )

  it('is reported without its secrets and control characters', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12,30}$/)
    fc.assert(
      fc.property(secret, fc.string({ unit: 'binary', maxLength: 20 }), (value, name) => {
        const findings = examine(
          {
            Env: [`PASSWORD=${value}`, `${name}_TOKEN=${value}`],
            Labels: { secret: value, [name]: `x://u:${value}@h` },
          },
          { history: [{ created_by: `RUN PASSWORD=${value} x` }] },
        )
        expect(findings.length).toBeGreaterThanOrEqual(4)
        const reportText = JSON.stringify(
          findings.map((finding) => ({
            ...finding,
            location: finding.location?.replaceAll(name, ''),
          })),
        )
        expect(reportText).not.toContain(value)
        expect(JSON.stringify(findings)).not.toMatch(/\\u00[01]/)
      }),
    )
  })
  it('is read without an error whatever it contains', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (config, history, created) => {
        expect(
          examineConfiguration(readConfig({ config, history, created }), PINNED, NOW),
        ).toBeInstanceOf(Array)
      }),
    )
    for (const document of [
      null,
      [],
      'x',
      { config: { Env: { a: 1 }, Labels: [1], Healthcheck: 'x', User: {} } },
    ])
      expect(() => readConfig(document)).not.toThrow()
  })
})

describe('a secret', () => {
  const EXAMPLES: Readonly<Record<string, string>> = {
    PRIVATE_KEY: pem('RSA '),
    ENCRYPTED_PRIVATE_KEY: pem('ENCRYPTED '),
    AWS_ACCESS_KEY: `AKIA${'ABCDEFGH23456723'}`,
    GITHUB_TOKEN: token('ghp_', 36),
    GITLAB_TOKEN: token('glpat-', 20),
    NPM_TOKEN: token('npm_', 36),
    SLACK_TOKEN: `xoxb-${'1'.repeat(11)}-${token('', 20)}`,
    GOOGLE_API_KEY: token('AIza', 35),
    REGISTRY_TOKEN: token('sk_live_', 43),
  }
  it.each(SECRET_PATTERNS)('is found by its form: $id', ({ id }) => {
    expect(secretsIn(`before ${EXAMPLES[id]} after`).map((form) => form.id)).toEqual([id])
    expect(
      secretsInBytes(Buffer.from(`\u0000\u00ff ${EXAMPLES[id]}`, 'latin1')).map((form) => form.id),
    ).toEqual([id])
  })
  it('is not found if the text has only its prefix or header', () => {
    for (const text of [
      '-----BEGIN PUBLIC KEY-----\nMIIB',
      '-----BEGIN PRIVATE KEY-----',
      'grep "PRIVATE KEY" *',
      'ghp_short',
      'AKIA',
      'sk_live_',
      'npm_config_cache=/x',
      'xoxb-',
      'glpat-',
    ])
      expect(secretsIn(text)).toEqual([])
  })
  it('is named in the title of its finding', () => {
    const [form] = secretsIn('-----BEGIN ENCRYPTED PRIVATE KEY-----')
    expect(secretFileFinding('app/key.pem', form!, LAYER).title).toBe(
      'Secret in a file: encrypted private key',
    )
  })
  it('has a low severity in test data of packages', () => {
    const [form] = secretsIn(pem(''))
    expect(secretFileFinding('root/.ssh/id_rsa', form!, LAYER).severity).toBe('critical')
    expect(secretFileFinding('app/node_modules/a/test/key.pem', form!, LAYER).severity).toBe('low')
  })
})

describe('a setuid or setgid file', () => {
  it.each<[string, string, string | undefined]>([
    ['usr/bin/su', '4755', 'SETUID_FILE low'],
    ['opt/odd', '4755', 'SETUID_FILE medium'],
    ['usr/bin/wall', '2755', 'SETGID_FILE low'],
    ['opt/odd', '6755', 'SETUID_FILE medium'],
    ['opt/odd', '755', undefined],
    ['opt/odd', '4644', undefined],
    ['var/mail', '2644', undefined],
  ])('at %s with mode %s has the finding %s', (path, mode, expected) => {
    const finding = setuidFinding(path, parseInt(mode, 8), LAYER)
    expect(finding && `${finding.id} ${finding.severity}`).toBe(expected)
  })
})
