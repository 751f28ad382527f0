import type { Readable } from 'node:stream'
import { redact } from '../../domain/tokens.ts'
import { createLineSplitter } from './lines.ts'

const MAX_LINE_BYTES = 4096
/** The maximum number of lines that are logged until `attribute` is called: for each task of a command, but in total for an MCP server. */
const MAX_LINES = 100

/** Writes an entry to the agent's log. */
export type WriteEntry = (message: string, fields?: object) => void

/** Logs what a process writes to its standard error. */
export interface StderrLog {
  /** Logs further lines with this function, and counts them from zero. */
  attribute(write: WriteEntry): void
}

/** The maximum number of characters removed at the end of a truncated line. */
const MAX_WORD = 2048

/** Leaves out the word at which a line was cut, because a part of a secret would not be recognized. */
const withoutLastWord = (line: string): string =>
  line.slice(0, -MAX_WORD) + line.slice(-MAX_WORD).replace(/\S+$/, '[cut]')

/**
 * Logs each line that a process writes to its standard error as one entry, with limits on the length of a line and on the number of lines.
 * Lines beyond the limits are read as well, because a process whose output is not read would block
 * (docs/specification/agent-protocol.md#external-log).
 */
export function logStderr(stderr: Readable, initial: WriteEntry): StderrLog {
  let write = initial
  let lines = 0
  let isCut = false
  const splitter = createLineSplitter({
    max_bytes: MAX_LINE_BYTES,
    onLong() {
      isCut = true
    },
    onLine(bytes) {
      const text = bytes.toString('utf8')
      const line = (isCut ? withoutLastWord(text) : text).trimEnd()
      isCut = false
      if (line === '') return
      lines += 1
      if (lines <= MAX_LINES)
        write('the command wrote to its standard error', { line: redact(line) })
      else if (lines === MAX_LINES + 1)
        write('the command wrote more to its standard error, which is not logged', {
          logged_lines: MAX_LINES,
        })
    },
  })
  stderr.on('data', (chunk: Buffer) => splitter.add(chunk))
  stderr.on('close', () => splitter.end())
  stderr.on('error', () => undefined)
  return {
    attribute(next) {
      write = next
      lines = 0
    },
  }
}
