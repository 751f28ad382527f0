/** The parts in which the manifests of new agents differ. */
export interface ManifestParts {
  /** The `run` of each skill, as lines of YAML. Without it, the skills are functions of skills.mjs. */
  readonly run?: { readonly greet: string; readonly count_words: string }
  /** Milliseconds after which a task fails. */
  readonly timeout_ms: number
  /** The result of count_words: a number of words, or text for languages that do not write JSON. */
  readonly counts: 'integer' | 'text'
}

const TEXT = '{ type: object, required: [text], properties: { text: { type: string } } }'
const WORDS =
  '{ type: object, required: [words], properties: { words: { type: integer, minimum: 0 } } }'

/** Returns the manifest of a new agent, with comments on the settings that authors may want to change. */
export function starterManifest(name: string, { run, timeout_ms, counts }: ManifestParts): string {
  const entry = '# Skills are functions in this file, by name.\nentry: skills.mjs\n\n'
  return `# The manifest of an agent. \`svc-agent id\` checks it and prints the agent's id.
# Every change creates a new version of the agent, with a new id: register and install it again.

name: ${JSON.stringify(name)}
version: "0.1.0"
description: An agent that greets people and counts words.
# publisher: The organization or person responsible for it
# category: productivity

${run === undefined ? entry : ''}skills:
  - name: greet
    description: Greets the person named in the text.
    # JSON Schema. Plain text arrives as {"text": "..."}, and a returned string is sent as {"text": "..."}.
    input_schema: ${TEXT}
    output_schema: ${TEXT}
    # Milliseconds after which a task fails.
    timeout_ms: ${timeout_ms}
${runOf(run?.greet)}
  - name: count_words
    description: Counts the words in the text.
    input_schema: ${TEXT}
    output_schema: ${counts === 'text' ? TEXT : WORDS}
    timeout_ms: ${timeout_ms}
${runOf(run?.count_words)}
capabilities:
  # Skills for which the platform routes tasks here, spelled exactly as above.
  provides: [greet, count_words]
  # Skills of other agents that this one uses.
  requires: []

a2a:
  # Where the platform sends tasks: this agent's /a2a/tasks, at a URL that the platform can reach.
  upstream_url: http://127.0.0.1:8090/a2a/tasks

# Uncomment to refuse unsigned tasks, calls and messages:
# require_signed: true
`
}

/** Returns the lines of `run`, indented as a member of a skill. */
const runOf = (lines: string | undefined): string =>
  lines === undefined ? '' : `${lines.replaceAll(/^/gm, '    ')}\n`
