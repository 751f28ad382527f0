import { plainJson } from '../visible.ts'
import type { Report } from './data.ts'

const COLOURS = {
  conformant: 'brightgreen',
  'non-conformant': 'red',
  inconclusive: 'yellow',
} as const

/** The JSON that a shields.io endpoint badge is made from. */
export function badge({ verdict, counts, subject, profile, rules }: Report): string {
  const met = `${counts.PASS}/${rules.length - counts['N/A'] - counts.INFO}`
  return `${plainJson(JSON.stringify({ schemaVersion: 1, label: `svc ${subject} ${profile}`, message: verdict === 'conformant' ? `conformant ${met}` : verdict, color: COLOURS[verdict] }))}\n`
}
