import type { Progress } from '../run.ts'
import { lineOf, screenOf } from './screen.ts'

/** The output for progress. */
export interface ProgressOutput {
  /** Prints text and ends the line. */
  print(text: string): void
  /** Width of the terminal; undefined if the output is not a terminal, in which case single lines are printed at intervals. */
  readonly columns: (() => number) | undefined
}

const LINE_INTERVAL_S = 10
const ESCAPE = '\u001b['
const CLEAR_BELOW = '\u001b[J'

/** Returns a function that prints the progress: one screen that is redrawn, or plain lines. */
export function progressPrinter(
  url: string,
  { print, columns }: ProgressOutput,
): (progress: Progress) => void {
  if (columns) {
    let drawn = 0
    return (progress) => {
      const lines = screenOf(progress, url, columns())
      print(`${drawn > 0 ? `${ESCAPE}${drawn}A\r${CLEAR_BELOW}` : ''}${lines.join('\n')}`)
      drawn = lines.length
    }
  }
  let [phase, printed_s] = ['', 0]
  return (progress) => {
    if (progress.phase === phase && progress.elapsed_s - printed_s < LINE_INTERVAL_S - 0.5) return
    phase = progress.phase
    printed_s = progress.elapsed_s
    print(lineOf(progress))
  }
}
