import type { Progress } from '../run.ts'
import { lineOf, screenOf } from './screen.ts'

/** Where progress is shown. */
export interface Place {
  /** Prints text and ends the line. */
  print(text: string): void
  /** Width of the screen; undefined where nobody looks at one: then there is a line now and then. */
  readonly columns: (() => number) | undefined
}

const LINE_EVERY_S = 10
const [UP, CLEAR] = ['\u001b[', '\u001b[J']

/** Shows how far a run is: one screen that is drawn over, or plain lines. */
export function progressPrinter(
  url: string,
  { print, columns }: Place,
): (progress: Progress) => void {
  if (columns) {
    let drawn = 0
    return (progress) => {
      const lines = screenOf(progress, url, columns())
      print(`${drawn > 0 ? `${UP}${drawn}A\r${CLEAR}` : ''}${lines.join('\n')}`)
      drawn = lines.length
    }
  }
  let [phase, told_s] = ['', 0]
  return (progress) => {
    if (progress.phase === phase && progress.elapsed_s - told_s < LINE_EVERY_S - 0.5) return
    phase = progress.phase
    told_s = progress.elapsed_s
    print(lineOf(progress))
  }
}
