import { escapeJson } from '../visible.ts'
import type { Report } from './data.ts'

export const json = (report: Report): string => `${escapeJson(JSON.stringify(report, null, 2))}\n`
