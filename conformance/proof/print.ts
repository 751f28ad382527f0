import type { Chapter, Figure } from './figure.ts'

const WIDTH = { name: 62, value: 14, threshold: 15 }
const MAX_DETAILS = 5

/** Prints each figure as soon as it is measured, and returns the number of missed thresholds. */
export async function printChapters(
  chapters: readonly Chapter[],
  colour: boolean,
): Promise<number> {
  const paint = (code: number, text: string): string =>
    colour ? `\u001b[${code}m${text}\u001b[0m` : text
  const started = performance.now()
  const figures: Figure[] = []
  for (const { title, measure } of chapters) {
    console.log(`\n${paint(1, title)}`)
    for await (const figure of measure()) {
      figures.push(figure)
      console.log(row(figure, paint))
    }
  }
  const count = (state: Figure['state']): number =>
    figures.filter((figure) => figure.state === state).length
  const [met, missed, skipped] = [count('ok'), count('MISSED'), count('skipped')]
  const verdict =
    missed === 0
      ? paint(32, 'All thresholds are met.')
      : paint(31, `${missed} ${missed === 1 ? 'threshold was' : 'thresholds were'} missed.`)
  console.log(
    `\n${paint(1, verdict)} ${met} ok, ${missed} missed, ${skipped} skipped, in ${Math.round((performance.now() - started) / 1000)} s`,
  )
  return missed
}

function row(
  { name, value, threshold, state, details = [] }: Figure,
  paint: (code: number, text: string) => string,
): string {
  const sign = { ok: paint(32, 'ok'), MISSED: paint(31, 'MISSED'), skipped: paint(33, 'skipped') }[
    state
  ]
  const line = `  ${name.padEnd(WIDTH.name)} ${value.padStart(WIDTH.value)}   ${paint(2, threshold.padEnd(WIDTH.threshold))} ${sign}`
  return [
    line,
    ...details.slice(0, MAX_DETAILS).map((detail) => `    ${paint(31, detail)}`),
    ...(details.length > MAX_DETAILS ? [`    and ${details.length - MAX_DETAILS} more`] : []),
  ].join('\n')
}
