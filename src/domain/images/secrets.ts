import type { Severity } from './findings.ts'

/** A pattern that recognizes a secret in any text. */
export interface SecretPattern {
  readonly id: string
  readonly name: string
  readonly severity: Severity
  readonly anchors: readonly string[]
  readonly pattern: RegExp
}

const secretPattern = (
  id: string,
  name: string,
  anchors: readonly string[],
  pattern: RegExp,
  severity: Severity = 'high',
): SecretPattern => ({ id, name, severity, anchors, pattern })

/**
 * Lists unambiguous patterns: prefixes that issuers chose for this purpose, and PEM. Text without any of the anchors cannot match, so the
 * anchors are checked first, which is faster.
 */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  secretPattern(
    'PRIVATE_KEY',
    'private key',
    ['PRIVATE KEY'],
    /-----BEGIN (?:RSA |EC |DSA |OPENSSH |PGP )?PRIVATE KEY(?: BLOCK)?-----\s+[A-Za-z0-9+/=:, -]/,
    'critical',
  ),
  secretPattern(
    'ENCRYPTED_PRIVATE_KEY',
    'encrypted private key',
    ['ENCRYPTED PRIVATE KEY'],
    /-----BEGIN ENCRYPTED PRIVATE KEY-----/,
    'medium',
  ),
  secretPattern('AWS_ACCESS_KEY', 'AWS access key', ['AKIA'], /\bAKIA[A-Z2-7]{16}\b/),
  secretPattern(
    'GITHUB_TOKEN',
    'GitHub token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})/,
    'critical',
  ),
  secretPattern(
    'GITLAB_TOKEN',
    'GitLab token',
    ['glpat-'],
    /\bglpat-[A-Za-z0-9_-]{20}/,
    'critical',
  ),
  secretPattern('NPM_TOKEN', 'npm token', ['npm_'], /\bnpm_[A-Za-z0-9]{36}\b/, 'critical'),
  secretPattern(
    'SLACK_TOKEN',
    'Slack token',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxs-'],
    /\bxox[baps]-[0-9]{6,}-[A-Za-z0-9-]{10,}/,
  ),
  secretPattern('GOOGLE_API_KEY', 'Google API key', ['AIza'], /\bAIza[A-Za-z0-9_-]{35}\b/),
  secretPattern(
    'REGISTRY_TOKEN',
    'credential of an agent registry',
    ['sk_live_', 'srt_', 'srf_', 'skt_', 'adm_'],
    /\b(?:sk_live|srt|srf|skt|adm)_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/,
    'critical',
  ),
]

/** Returns the patterns that text matches. */
export const secretsIn = (text: string): readonly SecretPattern[] =>
  SECRET_PATTERNS.filter(
    ({ anchors, pattern }) => anchors.some((anchor) => text.includes(anchor)) && pattern.test(text),
  )

/** Returns the patterns that match bytes, which are converted to text only if they contain an anchor. */
export const secretsInBytes = (bytes: Buffer): readonly SecretPattern[] => {
  const candidates = SECRET_PATTERNS.filter(({ anchors }) =>
    anchors.some((anchor) => bytes.includes(anchor)),
  )
  if (candidates.length === 0) return []
  const text = bytes.toString('latin1')
  return candidates.filter(({ pattern }) => pattern.test(text))
}

const SECRET_NAME =
  /(^|[_.-])(pass(word|wd|phrase)?|secret|token|api_?key|access_?key|private_?key|credentials?)([_.-]|$)/i
/** Matches names that contain such a word but denote a property of a secret, such as its file or length. */
const ABOUT_SECRETS =
  /(_file|_path|_dir|_url|_uri|_name|_id|_ttl|_length|_expiry|_timeout|_version)$/i
const PLACEHOLDER = /^(|true|false|none|null|changeme|\d{1,4}|\/.*|\$.*|<.*>|\*+)$/i

/** Returns whether a named value looks like a secret, judging by its name or by its form. */
export const looksSecret = (name: string, value: string): boolean =>
  secretsIn(value).length > 0 ||
  /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]+:[^/\s:@]+@/i.test(value) ||
  (SECRET_NAME.test(name) && !ABOUT_SECRETS.test(name) && !PLACEHOLDER.test(value.trim()))
