import { badge } from './badge.ts'
import type { Report } from './data.ts'
import { github } from './github.ts'
import { htmlPage } from './html.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { sarif } from './sarif.ts'
import { tap } from './tap.ts'

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
