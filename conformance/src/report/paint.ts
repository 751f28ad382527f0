import type { State } from '../engine/types.ts'

export const SYMBOL: Readonly<Record<State, string>> = {
  PASS: '✓',
  FAIL: '✗',
  WARN: '!',
  INFO: 'i',
  'N/A': '–',
  BLOCKED: '⊘',
  NOT_TESTED: '?',
  ERROR: '‼',
}
const COLOURS: Readonly<Record<State, string>> = {
  PASS: '32',
  FAIL: '31',
  WARN: '33',
  INFO: '36',
  'N/A': '90',
  BLOCKED: '35',
  NOT_TESTED: '33',
  ERROR: '41',
}

/** Adds colours for a terminal, or leaves text unchanged. */
export interface Painter {
  readonly state: (state: State, text: string) => string
  /** Inverts the colour of a state, for the verdict. */
  readonly badge: (state: State, text: string) => string
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
}

export function painter(colour: boolean): Painter {
  const code = (codes: string) => (text: string) =>
    colour ? `\u001b[${codes}m${text}\u001b[0m` : text
  return {
    state: (state, text) => code(COLOURS[state])(text),
    badge: (state, text) => code(`1;7;${COLOURS[state]}`)(colour ? ` ${text} ` : text),
    bold: code('1'),
    dim: code('2'),
  }
}
