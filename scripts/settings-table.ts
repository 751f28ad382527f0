import { readFileSync } from 'node:fs'
import { SETTING_GROUPS, type Setting } from '../src/config/settings.ts'

const PLACE = /(<!-- settings: written by `npm run generate` -->\n)[^]*?(<!-- end of settings -->)/

/** Returns the manual with a table of settings that is generated from the code. */
export function manualWithSettings(path: string): string {
  const text = readFileSync(path, 'utf8')
  if (!PLACE.test(text)) throw new Error(`${path} has no markers for the table of settings`)
  return text.replace(
    PLACE,
    (_, before: string, after: string) => `${before}\n${settingsTable()}\n\n${after}`,
  )
}

const settingsTable = (): string =>
  [
    '| setting | flag | description | default |',
    '|---|---|---|---|',
    ...SETTING_GROUPS.flatMap(({ title, settings }) => [
      `| **${title}** | | | |`,
      ...settings.map(row),
    ]),
  ].join('\n')

const row = ({ name, flag, description, fallback }: Setting): string =>
  `| ${[code(name), flag === undefined ? '' : code(flag), description, fallback].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const code = (text: string): string => `\`${text}\``
