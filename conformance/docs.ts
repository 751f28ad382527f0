// Writes what can be read about the rules without running anything: rules.json, and a page for each rule.
// `node conformance/docs.ts` writes, `--check` tells whether what is written is what there would be.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rule, Suite } from './src/engine/types.ts'
import { AGENT_COVERAGE } from './src/rules/agent/coverage.ts'
import { SILENT } from './src/rules/lines.ts'
import { PLATFORM_COVERAGE } from './src/rules/platform/coverage.ts'
import { SUITE } from './src/identity.ts'
import { SUITES } from './src/suites.ts'

const here = import.meta.dirname

const data = (
  { id, level, basis, clause, title, needs, probes, observes = [], hint, accepts, since }: Rule,
  section: string,
): object => ({
  id,
  section,
  level,
  basis,
  clause,
  title,
  needs,
  probes: [...probes, ...observes],
  hint,
  ...(accepts === undefined ? {} : { accepts }),
  ...(since === undefined ? {} : { since }),
})

/** The rules as data, so that others can build a runner of their own. */
function rulesJson(): string {
  const subjects = Object.values(SUITES).map(({ subject, gate, profiles, sections }) => ({
    subject,
    gate,
    profiles,
    sections: sections.map(({ id, title }) => ({ id, title })),
    rules: sections.flatMap((section) => section.rules.map((rule) => data(rule, section.id))),
  }))
  return `${JSON.stringify({ rule_set: SUITE.rule_set, interface_sha256: SUITE.interface_sha256, subjects, coverage: { agent: AGENT_COVERAGE, platform: PLATFORM_COVERAGE, silent: SILENT } }, null, 2)}\n`
}

const SAYS_BASIS = {
  quoted: 'the clause says it',
  'by-reference': 'the clause names the standard that says it',
  inferred: 'the clause suggests it, so it is never more than SHOULD',
} as const

function page(rule: Rule, suite: Suite): string {
  const { id, level, basis, clause, title, needs, hint, accepts, since } = rule
  const link = (other: string): string => `[${other}](${other}.md)`
  const waiting = suite.sections
    .flatMap(({ rules }) => rules)
    .filter((other) => other.needs.includes(id))
    .map((other) => link(other.id))
  return [
    `# ${id}: ${title}`,
    '',
    `**${level}** for ${suite.subject === 'agent' ? 'agents' : 'platforms'}, ${basis}: ${SAYS_BASIS[basis]}.`,
    '',
    '```',
    `line ${clause.line}: ${clause.quote}`,
    '```',
    '',
    hint,
    '',
    ...(accepts === undefined ? [] : [`**Also right:** ${accepts}`, '']),
    ...(since === undefined
      ? []
      : [`**New:** it is told, and decides nothing before rule set ${since}.`, '']),
    `**Judged by** the exchanges of ${[...rule.probes, ...(rule.observes ?? [])].map((probe) => `\`${probe}\``).join(', ')}.`,
    '',
    `**Needs** ${needs.length === 0 ? 'nothing but a target that shows what it is' : needs.map(link).join(', ')}.${waiting.length === 0 ? '' : ` **Needed by** ${waiting.join(', ')}.`}`,
    '',
    '```',
    `svc-conformance ${suite.subject} URL --rule ${id}`,
    '```',
    '',
  ].join('\n')
}

function index(): string {
  const lines = Object.values(SUITES).flatMap((suite) => [
    `## ${suite.subject === 'agent' ? 'Agents' : 'Platforms'}`,
    '',
    ...suite.sections.flatMap(({ title, rules }) => [
      `### ${title}`,
      '',
      '| rule | level | line | |',
      '|---|---|---|---|',
      ...rules.map(
        ({ id, level, clause, title }) =>
          `| [${id}](${id}.md) | ${level} | ${clause.line} | ${title.replaceAll('|', '\\|')} |`,
      ),
      '',
    ]),
  ])
  return [
    '# All rules',
    '',
    'Every rule quotes its clause of the interface by line. `svc-conformance explain ID` says the same.',
    '',
    ...lines,
  ].join('\n')
}

export function documents(): ReadonlyMap<string, string> {
  const pages = Object.values(SUITES).flatMap((suite) =>
    suite.sections.flatMap(({ rules }) =>
      rules.map((rule) => [`docs/${rule.id}.md`, page(rule, suite)] as const),
    ),
  )
  return new Map([['rules.json', rulesJson()], ['docs/README.md', index()], ...pages])
}

/** Files that are not as they would be written. */
export function outdated(): readonly string[] {
  const wanted = documents()
  const read = (file: string): string | undefined => {
    try {
      return readFileSync(join(here, file), 'utf8')
    } catch {
      return undefined
    }
  }
  const left = readdirSync(join(here, 'docs'))
    .map((name) => `docs/${name}`)
    .filter((file) => !wanted.has(file))
  return [
    ...[...wanted].filter(([file, text]) => read(file) !== text).map(([file]) => file),
    ...left,
  ]
}

function write(): void {
  rmSync(join(here, 'docs'), { recursive: true, force: true })
  mkdirSync(join(here, 'docs'))
  for (const [file, text] of documents()) writeFileSync(join(here, file), text)
}

if (process.argv[1] === import.meta.filename) {
  if (!process.argv.includes('--check')) write()
  else if (outdated().length > 0)
    throw new Error(`Run node conformance/docs.ts: ${outdated().join(', ')} would change.`)
}
