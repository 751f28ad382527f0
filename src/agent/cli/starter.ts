/** What `init` writes: an agent that works, with a word about every line that somebody may want to change. */

export const starterManifest = (
  name: string,
): string => `# The manifest of an agent. \`svc-agent id\` checks it and prints what follows from it.
# Whatever changes here makes a new version of the agent, with a new id: register and install it again.

name: ${JSON.stringify(name)}
version: "0.1.0"
description: An agent that greets people and counts words.
# publisher: Who answers for it, an organization or a person
# category: productivity

# Skills are functions in this file, by name.
entry: skills.mjs

skills:
  - name: greet
    description: Greets whoever the text names.
    # JSON Schema. A plain text arrives as {"text": "..."}, and a text that is returned leaves as one.
    input_schema: { type: object, required: [text], properties: { text: { type: string } } }
    output_schema: { type: object, required: [text], properties: { text: { type: string } } }
    # After so many milliseconds a task is given up.
    timeout_ms: 10000

  - name: count_words
    description: Counts the words of a text.
    input_schema: { type: object, required: [text], properties: { text: { type: string } } }
    output_schema: { type: object, required: [words], properties: { words: { type: integer, minimum: 0 } } }
    timeout_ms: 10000

capabilities:
  # Skills under which the platform routes tasks here, letter by letter as above.
  provides: [greet, count_words]
  # Skills of other agents that this one relies on.
  requires: []

a2a:
  # Where the platform hands tasks over: this agent's /a2a/tasks, as the platform reaches it.
  upstream_url: http://127.0.0.1:8090/a2a/tasks

# Refuse every task that carries no signature:
# require_signed: true
`

export const STARTER_SKILLS = `// One function per skill of svc.yml. Each gets {text, input, signal, context, log} and returns an object or a text.

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
