/**
 * `node conformance/pictures.ts`: judges an agent with six faults, and takes the screenshots for the README: the terminal output and the
 * report as a page.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launch } from '../test/dashboard/chromium.ts'
import { escapeMarkup } from './src/report/escape.ts'
import { jsonResponse, referenceAgent } from './test/agent/reference.ts'
import { command, file, overHttp } from './test/support/cli.ts'
import { serve, type Handler } from './test/support/handler.ts'
import { mapJson, mapResponse } from './test/support/mutants.ts'

const SHOWN = 'http://localhost:3000'
const PICTURES = join(import.meta.dirname, '../docs')
const PAGE_WIDTH = 1080
const TERMINAL_WIDTH = 1020

const TRIP = {
  days: 3,
  legs: [
    { from: 'Berlin', to: 'Vienna' },
    { from: 'Vienna', to: 'Trieste' },
  ],
}

/** Returns an agent with six faults that an author who misunderstands the interface might introduce. */
function agentWithSixFaults(): Handler {
  const agent = referenceAgent({
    skills: [{ name: 'plan_trip', run: () => TRIP }],
    card: { capabilities: { streaming: false, pushNotifications: false } },
    reputation: 'high',
  })
  const halfOutput = mapJson(agent, '/a2a/tasks', (body, _, { status }) =>
    status === 200 ? { ...body, output: { days: 3 } } : body,
  )
  const notFound = mapResponse(halfOutput, '/a2a/tasks', (response, { body }) =>
    body.includes('"skill":"no_such')
      ? jsonResponse(404, {
          task_id: /"task_id":"([^"]*)"/.exec(body)?.[1],
          status: 'failed',
          error: 'There is no such skill.',
        })
      : response,
  )
  return (request) =>
    request.path === '/chat' && request.headers['authorization'] === undefined
      ? jsonResponse(200, { message: 'Hello!' })
      : notFound(request)
}

/** The styles of the codes that the report uses (src/report/paint.ts). */
const STYLES: Readonly<Record<string, string>> = {
  '1': 'font-weight:bold',
  '2': 'color:#8b8f9a',
  '31': 'color:#ff7b72',
  '32': 'color:#56d364',
  '33': 'color:#e3b341',
  '35': 'color:#d2a8ff',
  '36': 'color:#79c0ff',
  '90': 'color:#8b8f9a',
}

const INVERTED = '7'

const styleOf = (codes: readonly string[]): string => {
  const styles = codes.map((code) => STYLES[code] ?? '').join(';')
  return codes.includes(INVERTED)
    ? `${styles.replace('color:', 'background:')};color:#0f1117`
    : styles
}

/** Returns, as HTML, what a terminal would show. */
const htmlOf = (text: string): string =>
  escapeMarkup(text).replaceAll(
    /\\u001b\[([\d;]+)m(.*?)\\u001b\[0m/gs,
    (_, codes: string, painted: string) =>
      `<span style="${styleOf(codes.split(';'))}">${painted}</span>`,
  )

async function takeScreenshot(
  page: Page,
  width: number,
  name: string,
  height?: number,
): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  const clip = height === undefined ? {} : { clip: { x: 0, y: 0, width, height } }
  await page.screenshot({ path: join(PICTURES, name), fullPage: true, ...clip })
}

const { url, close } = await serve(overHttp(agentWithSixFaults()))
const report = file('report.html')
const { out, err } = await command(
  ['agent', url, '--seed', '6e1f0c2a', '--report', `html=${report}`],
  { TERM: 'xterm', COLUMNS: '120' },
  true,
)
close()
if (out === '') throw new Error(err)
const shown = (text: string) => text.replaceAll(url, SHOWN)
/** The lines of progress that a terminal overwrites. */
const PROGRESS = /\r\u001b\[2K[^]*\r\u001b\[2K/
const browser = await launch()
const page = await browser.newPage()
await page.setContent(
  `<body style="margin:0;padding:22px;background:#0f1117;color:#e6edf3"><pre style="font:13px/20px 'DejaVu Sans Mono';white-space:pre-wrap;word-break:break-all;margin:0">${htmlOf(
    `$ npx svc-conformance agent ${SHOWN}\n${shown(out.replace(PROGRESS, ''))}`,
  )}</pre>`,
)
await takeScreenshot(page, TERMINAL_WIDTH, 'conformance-terminal.png')
await page.setViewportSize({ width: PAGE_WIDTH, height: 800 })
await page.setContent(shown(readFileSync(report, 'utf8')))
await page.evaluate("document.querySelector('details').open = true")
const end = await page.getByText(/^All \d+ rules$/).boundingBox()
if (!end) throw new Error('the report has no list of all rules')
await takeScreenshot(page, PAGE_WIDTH, 'conformance-report.png', end.y)
await browser.close()
