/** The programs that `init` writes, by language. Each has the skills greet and count_words. */

export const JAVASCRIPT = `// One function per skill of svc.yml. Each receives {text, input, signal, context, log, progress} and returns an object or a string.

export const skills = {
  greet: ({ text }) => \`Hello, \${text.trim() || 'world'}!\`,

  count_words: ({ text }) => ({ words: text.split(/\\s+/).filter(Boolean).length }),
}
`

export const PYTHON = `"""The skills of svc.yml. A process reads one task from standard input and writes the result to standard output, both as JSON."""

import json
import sys


def greet(task):
    return {"text": f"Hello, {task['text'].strip() or 'world'}!"}


def count_words(task):
    return {"words": len(task["text"].split())}


# What is printed to standard error goes to the agent's log. An exception fails the task.
task = json.load(sys.stdin)
skill = {"greet": greet, "count_words": count_words}[task["context"]["skill"]]
json.dump(skill(task), sys.stdout)
`

export const GO = `// The skills of svc.yml. The process reads one task per line from standard input and writes one line per
// answer, with the id of its task, to standard output. Both are JSON.
package main

import (
	"cmp"
	"encoding/json"
	"os"
	"strings"
)

type task struct {
	ID      string
	Text    string
	Context struct{ Skill string }
}

var skills = map[string]func(task) any{
	"greet": func(t task) any {
		return map[string]string{"text": "Hello, " + cmp.Or(strings.TrimSpace(t.Text), "world") + "!"}
	},
	"count_words": func(t task) any {
		return map[string]int{"words": len(strings.Fields(t.Text))}
	},
}

func main() {
	tasks, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for t := (task{}); tasks.Decode(&t) == nil; t = (task{}) {
		answers.Encode(map[string]any{"id": t.ID, "result": skills[t.Context.Skill](t)})
	}
}
`

export const GO_MOD = `module skills

go 1.22
`

export const SHELL = `#!/bin/sh
# The skills of svc.yml. Standard input is the text of the message, and standard output becomes the text of the
# result. With \`format: json\` in svc.yml both are JSON, for which a tool such as jq is needed.
set -eu

greet() {
  name=$(cat)
  printf 'Hello, %s!\\n' "\${name:-world}"
}

count_words() {
  wc -w | tr -d ' '
}

case $1 in
  greet) greet ;;
  count_words) count_words ;;
esac
`

export const HTTP = `// The skills of svc.yml as a local HTTP service: node server.mjs. A program in any language can take its place.
// A request contains one task, and the response its result, both as JSON. A status other than 2xx fails the task.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const skills = {
  greet: ({ text }) => ({ text: \`Hello, \${text.trim() || 'world'}!\` }),
  count_words: ({ text }) => ({ words: text.split(/\\s+/).filter(Boolean).length }),
}

async function resultOf(request) {
  const task = JSON.parse(await text(request))
  return JSON.stringify(skills[task.context.skill](task))
}

createServer(async (request, response) => {
  try {
    response.setHeader('Content-Type', 'application/json').end(await resultOf(request))
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
}).listen(8091, '127.0.0.1')
`

export const GITIGNORE = `# Secrets: the agent's private key, and its credentials for the platform.
svc.key
svc.credentials*
.svc.credentials*
`
