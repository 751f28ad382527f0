/** The files that `init` writes: a working agent, with comments on the settings that authors may want to change. */

export const starterManifest = (
  name: string,
): string => `# The manifest of an agent. \`svc-agent id\` checks it and prints the agent's id.
# Every change creates a new version of the agent, with a new id: register and install it again.

name: ${JSON.stringify(name)}
version: "0.1.0"
description: An agent that greets people and counts words.
# publisher: The organization or person responsible for it
# category: productivity

# Skills are functions in this file, by name.
entry: skills.mjs

skills:
  - name: greet
    description: Greets whoever the text names.
    # JSON Schema. A plain text arrives as {"text": "..."}, and a returned string is sent as {"text": "..."}.
    input_schema: { type: object, required: [text], properties: { text: { type: string } } }
    output_schema: { type: object, required: [text], properties: { text: { type: string } } }
    # Milliseconds after which a task fails.
    timeout_ms: 10000

  - name: count_words
    description: Counts the words of a text.
    input_schema: { type: object, required: [text], properties: { text: { type: string } } }
    output_schema: { type: object, required: [words], properties: { words: { type: integer, minimum: 0 } } }
    timeout_ms: 10000

capabilities:
  # Skills for which the platform routes tasks here, spelled exactly as above.
  provides: [greet, count_words]
  # Skills of other agents that this one uses.
  requires: []

a2a:
  # Where the platform sends tasks: this agent's /a2a/tasks, at a URL that the platform can reach.
  upstream_url: http://127.0.0.1:8090/a2a/tasks

# Uncomment to refuse unsigned tasks:
# require_signed: true
`

export const STARTER_SKILLS = `// One function per skill of svc.yml. Each receives {text, input, signal, context, log} and returns an object or a string.

export const skills = {
  greet: ({ text }) => \`Hello, \${text.trim() || 'world'}!\`,

  count_words: ({ text }) => ({ words: text.split(/\\s+/).filter(Boolean).length }),
}
`

export const STARTER_GITIGNORE = `# Secrets: the agent's private key, and its credentials at the platform.
svc.key
svc.credentials*
.svc.credentials*
`
