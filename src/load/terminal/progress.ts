import type { Progress } from '../run.ts'
import { lineOf, screenOf } from './screen.ts'

/** The output for progress. */
export interface ProgressOutput {
  /** Prints text and ends the line. */
  print(text: string): void
  /** Width of the screen; undefined for output that is not a terminal, which gets single lines at intervals. */
  readonly columns: (() => number) | undefined
}

const LINE_EVERY_S = 10
const [UP, CLEAR] = ['\u001b[', '\u001b[J']

/** Returns a function that prints the progress: one screen that is redrawn, or plain lines. */
export function progressPrinter(
  url: string,
  { print, columns }: ProgressOutput,
): (progress: Progress) => void {
  if (columns) {
    let drawn = 0
    return (progress) => {
      const lines = screenOf(progress, url, columns())
      print(`${drawn > 0 ? `${UP}${drawn}A\r${CLEAR}` : ''}${lines.join('\n')}`)
      drawn = lines.length
    }
  }
  let [phase, printed_s] = ['', 0]
  return (progress) => {
    if (progress.phase === phase && progress.elapsed_s - printed_s < LINE_EVERY_S - 0.5) return
    phase = progress.phase
    printed_s = progress.elapsed_s
    print(lineOf(progress))
  }
}
