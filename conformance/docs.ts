// Generates rules.json and a page for each section. `node conformance/docs.ts` writes the files; with `--check` it fails if they
// are outdated.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { basisText } from './src/cli/rules.ts'
import { rulesOf } from './src/engine/select.ts'
import { locationOf } from './src/report/clause.ts'
import type { Rule, Section, Suite } from './src/engine/types.ts'
import { AGENT_COVERAGE } from './src/rules/agent/coverage.ts'
import { LINES_WITHOUT_RULES } from './src/rules/lines.ts'
import { PLATFORM_COVERAGE } from './src/rules/platform/coverage.ts'
import { SUITE } from './src/identity.ts'
import { SUITES } from './src/suites.ts'

const here = import.meta.dirname

const ruleData = (
  {
    id,
    level,
    basis,
    clause,
    specification,
    title,
    needs,
    probes,
    observes = [],
    hint,
    accepts,
    since,
  }: Rule,
  section: string,
): object => ({
  id,
  section,
  level,
  basis,
  clause,
  specification,
  title,
  needs,
  probes: [...probes, ...observes],
  hint,
  ...(accepts === undefined ? {} : { accepts }),
  ...(since === undefined ? {} : { since }),
})

/** Returns the rules as data, for other programs that run or display them. */
function rulesJson(): string {
  const subjects = Object.values(SUITES).map(({ subject, gate, profiles, sections }) => ({
    subject,
    gate,
    profiles,
    sections: sections.map(({ id, title, protocol }) => ({
      id,
      title,
      ...(protocol && { identified_by: protocol.identified_by }),
    })),
    rules: sections.flatMap((section) => section.rules.map((rule) => ruleData(rule, section.id))),
  }))
  return `${JSON.stringify({ rule_set: SUITE.rule_set, interface_sha256: SUITE.interface_sha256, subjects, coverage: { agent: AGENT_COVERAGE, platform: PLATFORM_COVERAGE, silent: LINES_WITHOUT_RULES } }, null, 2)}\n`
}

/** The page that describes each rule. */
const PAGES: ReadonlyMap<string, string> = new Map(
  Object.values(SUITES).flatMap(({ sections }) =>
    sections.flatMap(({ id, rules }) => rules.map((rule) => [rule.id, `${id}.md`] as const)),
  ),
)

const link = (id: string): string => `[${id}](${PAGES.get(id)}#${id})`

function description(rule: Rule, suite: Suite): readonly string[] {
  const { id, level, basis, clause, specification, title, needs, hint, accepts, since } = rule
  const dependents = rulesOf(suite)
    .filter((other) => other.needs.includes(id))
    .map((other) => link(other.id))
  return [
    `## <a id="${id}"></a>${id}: ${title}`,
    '',
    `**${level}**, ${basis}. ${basisText(rule)}`,
    '',
    '```',
    `${locationOf(clause)}: ${clause.quote}`,
    '```',
    '',
    `**Specification:** [${specification.replace('docs/specification/', '')}](../../${specification})`,
    '',
    hint,
    '',
    ...(accepts === undefined ? [] : [`**Accepted:** ${accepts}`, '']),
    ...(since === undefined
      ? []
      : [`**New:** the rule is reported, but does not count before rule set ${since}.`, '']),
    `**Examines** the exchanges of ${[...new Set([...rule.probes, ...(rule.observes ?? [])])].map((probe) => `\`${probe}\``).join(', ')}.`,
    '',
    `**Needs** ${needs.length === 0 ? 'no other rule' : needs.map(link).join(', ')}.${dependents.length === 0 ? '' : ` **Needed by** ${dependents.join(', ')}.`}`,
    '',
  ]
}

const page = ({ title, rules }: Section, suite: Suite): string =>
  [
    `# ${title}`,
    '',
    `Rules for ${suite.subject}s; the [index](README.md) lists all rules. \`svc-conformance ${suite.subject} URL --rule ID\` runs one of them.`,
    '',
    ...rules.flatMap((rule) => description(rule, suite)),
  ].join('\n')

function index(): string {
  const lines = Object.values(SUITES).flatMap((suite) => [
    `## ${suite.subject === 'agent' ? 'Agents' : 'Platforms'}`,
    '',
    ...suite.sections.flatMap(({ id, title, rules, protocol }) => [
      `### [${title}](${id}.md)`,
      '',
      `| rule | level | ${protocol ? 'clause' : 'line'} | |`,
      '|---|---|---|---|',
      ...rules.map(
        ({ id, level, clause, title }) =>
          `| ${link(id)} | ${level} | ${'line' in clause ? clause.line : locationOf(clause)} | ${title.replaceAll('|', '\\|')} |`,
      ),
      '',
    ]),
  ])
  return [
    '# All rules',
    '',
    'Each rule quotes a line of the interface or a clause of another protocol, and links to the specification. `svc-conformance explain ID` prints the same text.',
    '',
    ...lines,
  ].join('\n')
}

/** Returns the content of all generated files. */
export function documents(): ReadonlyMap<string, string> {
  const pages = Object.values(SUITES).flatMap((suite) =>
    suite.sections.map((section) => [`docs/${section.id}.md`, page(section, suite)] as const),
  )
  return new Map([['rules.json', rulesJson()], ['docs/README.md', index()], ...pages])
}

/** Returns the generated files that are missing, outdated or no longer needed. */
export function outdated(): readonly string[] {
  const expected = documents()
  const read = (file: string): string | undefined => {
    try {
      return readFileSync(join(here, file), 'utf8')
    } catch {
      return undefined
    }
  }
  const unneeded = readdirSync(join(here, 'docs'))
    .map((name) => `docs/${name}`)
    .filter((file) => !expected.has(file))
  return [
    ...[...expected].filter(([file, text]) => read(file) !== text).map(([file]) => file),
    ...unneeded,
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
    throw new Error(
      `Run node conformance/docs.ts; these files are outdated: ${outdated().join(', ')}.`,
    )
}
