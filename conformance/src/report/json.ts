import { plainJson } from '../visible.ts'
import type { Report } from './data.ts'

export const json = (report: Report): string => `${plainJson(JSON.stringify(report, null, 2))}\n`
