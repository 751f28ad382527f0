import type { Report } from './data.ts'

export const json = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`
