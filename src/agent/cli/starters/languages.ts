import { GO, GO_MOD, HTTP, JAVASCRIPT, PYTHON, SHELL } from './files.ts'
import type { ManifestParts } from './manifest.ts'

/** A new agent in one language. */
export interface Starter extends ManifestParts {
  /** The contents of its files other than the manifest, by name. */
  readonly files: Readonly<Record<string, string>>
  /** A command that must run alongside `run`. */
  readonly companion_command?: string
}

const TIMEOUT_MS = 10_000
/** The first task includes compiling the program, so its timeout is longer. */
const COMPILING_TIMEOUT_MS = 60_000

/** The languages that `init` supports, each with its starter files. */
export const STARTERS = {
  javascript: {
    files: { 'skills.mjs': JAVASCRIPT },
    timeout_ms: TIMEOUT_MS,
    counts: 'integer',
  },
  python: {
    files: { 'skills.py': PYTHON },
    timeout_ms: TIMEOUT_MS,
    counts: 'integer',
    run: shared(
      '# This command runs once for each task, without a shell and with few environment variables.',
      'command: [python3, skills.py]',
      '# Names of variables that it gets in addition to PATH, HOME, LANG and TZ:',
      '# env: [MODEL_API_KEY]',
    ),
  },
  go: {
    files: { 'main.go': GO, 'go.mod': GO_MOD },
    timeout_ms: COMPILING_TIMEOUT_MS,
    counts: 'integer',
    run: shared(
      '# In production, name the program that `go build` writes.',
      'command: [go, run, .]',
      '# Long-running processes (max_concurrent of them, or 4) handle one task after another.',
      'persistent: true',
    ),
  },
  shell: {
    files: { 'skills.sh': SHELL },
    timeout_ms: TIMEOUT_MS,
    counts: 'text',
    run: {
      greet: 'run: { command: [sh, skills.sh, greet], format: text }',
      count_words: 'run: { command: [sh, skills.sh, count_words], format: text }',
    },
  },
  http: {
    files: { 'server.mjs': HTTP },
    timeout_ms: TIMEOUT_MS,
    counts: 'integer',
    companion_command: 'node server.mjs',
    run: shared(
      '# A service on this machine, which is started separately.',
      'url: http://127.0.0.1:8091/',
    ),
  },
} as const satisfies Record<string, Starter>

export type Language = keyof typeof STARTERS
export const LANGUAGES = Object.keys(STARTERS) as Language[]

/** Returns the `run` of both skills as a YAML anchor and a reference to it. */
function shared(...lines: readonly string[]): NonNullable<ManifestParts['run']> {
  return {
    greet: ['run: &run', ...lines.map((line) => `  ${line}`)].join('\n'),
    count_words: 'run: *run',
  }
}
