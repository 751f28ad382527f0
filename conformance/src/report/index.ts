import { escapeJson } from '../visible.ts'
import { badge } from './badge.ts'
import type { Report } from './data.ts'
import { github } from './github.ts'
import { htmlPage } from './html.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { sarif } from './sarif.ts'
import { tap } from './tap.ts'

export const json = (report: Report): string => `${escapeJson(JSON.stringify(report, null, 2))}\n`

/** The reports that are rendered from the document, by their names for --report. HAR is rendered from the run. */
export const REPORTERS: Readonly<Record<string, (report: Report) => string>> = {
  json,
  junit,
  tap,
  sarif,
  html: htmlPage,
  markdown,
  github,
  badge,
}
