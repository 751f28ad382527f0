import { escapeJson } from '../visible.ts'
import type { Report } from './data.ts'

const COLOURS = {
  conformant: 'brightgreen',
  'non-conformant': 'red',
  inconclusive: 'yellow',
} as const

/** Returns the JSON of a shields.io endpoint badge. */
export function badge({ verdict, counts, subject, profile, rules }: Report): string {
  const passed = `${counts.PASS}/${rules.length - counts['N/A'] - counts.INFO}`
  const json = {
    schemaVersion: 1,
    label: `svc ${subject} ${profile}`,
    message: verdict === 'conformant' ? `conformant ${passed}` : verdict,
    color: COLOURS[verdict],
  }
  return `${escapeJson(JSON.stringify(json))}\n`
}
