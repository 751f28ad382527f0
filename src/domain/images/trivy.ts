import { arrayOf, objectOf, parseObject } from '../json.ts'
import { displayText, type Finding } from './findings.ts'
import { severityOfWord } from './severity.ts'

export type ParsedTrivyReport =
  /** `covers` lists the ecosystems that Trivy examined; `os` means the packages of the distribution. */
  | {
      readonly kind: 'report'
      readonly findings: readonly Finding[]
      readonly covers: readonly string[]
    }
  | { readonly kind: 'unreadable' }

/** Maps Trivy's names of package types to the ecosystems of OSV. */
const ECOSYSTEMS: Readonly<Record<string, string>> = {
  'node-pkg': 'npm',
  npm: 'npm',
  yarn: 'npm',
  pnpm: 'npm',
  'python-pkg': 'PyPI',
  pip: 'PyPI',
  poetry: 'PyPI',
  gobinary: 'Go',
  gomod: 'Go',
  jar: 'Maven',
  pom: 'Maven',
  gemspec: 'RubyGems',
  rustbinary: 'crates.io',
}
const ID = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/
const ECOSYSTEM = /^[A-Za-z][A-Za-z0-9.:_ -]{0,63}$/

/** Reads the vulnerabilities of a report that `trivy image --format json` prints (schema version 2). */
export function readTrivy(text: string): ParsedTrivyReport {
  const report = parseObject(text)
  if (report['SchemaVersion'] !== 2) return { kind: 'unreadable' }
  const distribution = objectOf(objectOf(report['Metadata'])['OS'])
  const os = [word(distribution['Family']), word(distribution['Name'])].filter(Boolean).join(':')
  const covers = new Set<string>()
  const findings = arrayOf(report['Results']).flatMap((result) => {
    const { Target, Class, Type, Vulnerabilities } = objectOf(result)
    if (Class === 'os-pkgs') covers.add('os')
    if (Class === 'lang-pkgs') covers.add(ECOSYSTEMS[word(Type)] ?? word(Type))
    const ecosystem =
      Class === 'os-pkgs' ? os || word(Type) : (ECOSYSTEMS[word(Type)] ?? word(Type))
    return arrayOf(Vulnerabilities).map((entry) =>
      vulnerability(
        objectOf(entry),
        ECOSYSTEM.test(ecosystem) ? ecosystem : 'unknown',
        word(Target),
      ),
    )
  })
  return {
    kind: 'report',
    findings: findings.filter((finding) => finding !== undefined),
    covers: [...covers],
  }
}

function vulnerability(
  entry: Record<string, unknown>,
  ecosystem: string,
  target: string,
): Finding | undefined {
  const [id, name, version, fixed, title, url] = [
    'VulnerabilityID',
    'PkgName',
    'InstalledVersion',
    'FixedVersion',
    'Title',
    'PrimaryURL',
  ].map((field) => word(entry[field]))
  if (!ID.test(id!) || name === '' || version === '') return undefined
  const purl = word(objectOf(entry['PkgIdentifier'])['PURL'])
  const layer = word(objectOf(entry['Layer'])['Digest'])
  const score = highest(objectOf(entry['CVSS']))
  return {
    id: id!,
    type: 'vulnerability',
    severity: severityOfWord(entry['Severity']),
    ...(score !== undefined && { score }),
    title: displayText(title! || id!, 300),
    detail: displayText(
      `${name} ${version} is affected; ${fixed === '' ? 'there is no fixed version yet' : `fixed in ${fixed}`}.`,
    ),
    location: displayText(word(entry['PkgPath']) || target),
    ...(/^sha256:[0-9a-f]{64}$/.test(layer) && { layer }),
    package: {
      ecosystem,
      name: displayText(name!, 300),
      version: displayText(version!, 200),
      ...(/^pkg:[!-~]{1,1000}$/.test(purl) && { purl }),
    },
    ...(fixed !== '' && { fixed_version: displayText(fixed!, 200) }),
    ...(/^https?:\/\/[!-~]{1,1000}$/.test(url!) && { url: url! }),
  }
}

/** Returns the highest score that any vendor gave. */
function highest(cvss: Record<string, unknown>): number | undefined {
  const scores = Object.values(cvss)
    .map((vendor) => objectOf(vendor)['V3Score'])
    .filter((score): score is number => typeof score === 'number' && score >= 0 && score <= 10)
  return scores.length === 0 ? undefined : Math.max(...scores)
}

const word = (value: unknown): string => (typeof value === 'string' ? value : '')
