/**
 * The dashboard's registry page in a real Chromium, against a registry of a million agents (20,000 with BENCH_SHORT) and one of a thousand,
 * on SQLite: from the navigation to the first rows, from a filter to its rows, from the last keystroke of a search to its rows (150 ms of
 * this is the pause after typing). Both sizes run in alternation; `ratio` is the p50 of the large one over that of the small one. The line
 * `dashboard-bytes` contains the compressed transfer size: for the registry page, and for all pages together.
 *
 * `node bench/dashboard.ts [agents] [rounds]`; by default 20 rounds, or 5 with BENCH_SHORT.
 */
import { execFileSync } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import { createApp } from '../src/app/app.ts'
import { readConfig } from '../src/config/config.ts'
import { readBuild } from '../src/dashboard/built.ts'
import { createLogger } from '../src/app/log.ts'
import { capturingMailer } from '../src/ports/mailer.ts'
import { startServing, reservePort } from '../src/app/serve.ts'
import { findChromium, launch } from '../test/dashboard/chromium.ts'
import { report, round, SHORT } from './kit/figures.ts'
import { callContext } from '../test/kit/context.ts'
import { fillWithAgents, FIRST, ORGANIZATION, SECOND } from './scale/agents.ts'
import { reportLatencies, latencyOf, sqliteStores, type BenchStores } from './scale/stores.ts'

const LARGE = Number(process.argv[2] ?? (SHORT ? 20_000 : 1_000_000))
const ROUNDS = Number(process.argv[3] ?? (SHORT ? 5 : 20))
const SMALL = 1000
const EMAIL = 'ada@acme.example'

/** Returns the milliseconds from an action in the page until the start of the frame that paints the new content. */
const UNTIL_SHOWN = `(action) => new Promise((resolve) => {
  const look = () => document.querySelector('.registry').innerText
  const before = look()
  const began = performance.now()
  const done = () => requestAnimationFrame(() => resolve(performance.now() - began))
  const watcher = new MutationObserver(() => {
    if (document.querySelector('.stale') || document.querySelector('.found[aria-busy=true]') || look() === before) return
    watcher.disconnect()
    done()
  })
  watcher.observe(document.querySelector('.registry'), { subtree: true, childList: true, attributes: true, characterData: true })
  action()
})`
/** Records how long after the navigation the first rows are in the page, in milliseconds. */
const FIRST_ROWS = `new MutationObserver((_, watcher) => {
  if (!document.querySelector('tbody tr')) return
  watcher.disconnect()
  requestAnimationFrame(() => { window.firstRows = performance.now() })
}).observe(document, { subtree: true, childList: true })`

/** Starts a registry with a number of agents, and opens a signed-in page. */
async function open(stores: BenchStores, browser: Browser, agents: number) {
  const benchStore = await stores.create(`agents-${agents}`)
  await fillWithAgents(benchStore, agents)
  const port = await reservePort('127.0.0.1', 0)
  const config = {
    ...readConfig(
      { host: '127.0.0.1', port: String(port.port), store: benchStore.address },
      { SVC_MASTER_KEY: '07'.repeat(32) },
    ),
    log_level: 'error' as const,
    rate_limit_factor: 1000,
  }
  const mailer = capturingMailer(() => callContext().now)
  const app = await createApp(config, { mailer, logger: createLogger(config) })
  const serving = await startServing(app, port)
  await app.services.store.addMember(callContext(), {
    organization_id: ORGANIZATION,
    email: EMAIL,
    role: 'owner',
  })
  const cookie = await signIn(config.public_url, async () => {
    await serving.jobs.runUntilIdle()
    return /\b\d{8}\b/.exec(mailer.items.at(-1)!.text)![0]
  })
  /** Opens a page in a new browser context, whose cache is empty. */
  async function fresh(): Promise<Page> {
    const context = await browser.newContext({
      baseURL: config.public_url,
      viewport: { width: 1280, height: 800 },
    })
    await context.addCookies([{ name: cookie.name, value: cookie.value, url: config.public_url }])
    const page = await context.newPage()
    await page.addInitScript(FIRST_ROWS)
    return page
  }
  return { fresh, page: await fresh(), stop: () => serving.stop() }
}

async function signIn(
  origin: string,
  pin: () => Promise<string>,
): Promise<{ name: string; value: string }> {
  const post = (path: string, body: object) =>
    fetch(`${origin}/api/v1/admin/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify(body),
    })
  const { challenge_id } = (await (await post('request-pin', { email: EMAIL })).json()) as {
    challenge_id: string
  }
  const signed = await post('session', { email: EMAIL, challenge_id, pin: await pin() })
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(signed.headers.get('set-cookie') ?? '') ?? []
  if (name === undefined || value === undefined) throw new Error(await signed.text())
  return { name, value }
}

type Opened = Awaited<ReturnType<typeof open>>
const rowsOf = async (page: Page, path: string): Promise<number> => {
  await page.goto(path)
  return (await (
    await page.waitForFunction(() => (globalThis as { firstRows?: number }).firstRows)
  ).jsonValue()) as number
}
const shown = (page: Page, action: string): Promise<number> =>
  page.evaluate(`(${UNTIL_SHOWN})(() => { ${action} })`) as Promise<number>
const type = (text: string) =>
  `const field = document.querySelector('input[type=search]')
  field.value = ${JSON.stringify(text)}
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))`

const MEASURES: readonly (readonly [
  name: string,
  measure: (opened: Opened, turn: number) => Promise<number>,
])[] = [
  [
    'first-visit',
    async ({ fresh }) => {
      const page = await fresh()
      return rowsOf(page, '/registry').finally(() => page.context().close())
    },
  ],
  ['again', ({ page }) => rowsOf(page, '/registry')],
  [
    'by-category',
    async ({ page }, turn) => {
      await rowsOf(page, '/registry')
      return shown(page, `document.querySelector('input[value="category ${turn % 20}"]').click()`)
    },
  ],
  [
    'by-two-words',
    async ({ page }, turn) => {
      await rowsOf(page, '/registry')
      return shown(page, type(`${FIRST[turn % 20]!.slice(0, 3)} ${SECOND[turn % 19]!.slice(0, 3)}`))
    },
  ],
  [
    'best-first',
    async ({ page }) => {
      await rowsOf(page, '/registry')
      return shown(
        page,
        `const order = document.querySelector('.sort select')
      order.value = 'reputation'
      order.dispatchEvent(new Event('change', { bubbles: true }))`,
      )
    },
  ],
]

/** Prints the compressed transfer size of the registry page without its data, and that of all pages. */
async function bytes({ fresh }: Opened): Promise<void> {
  const page = await fresh()
  await rowsOf(page, '/registry')
  const loaded = (await page.evaluate(`performance.getEntries()
    .filter(({ name }) => /assets|registry$/.test(name))
    .reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)`)) as number
  await page.context().close()
  const { files } = readBuild('dashboard/dist', '')!
  const all = [...files.values()].reduce(
    (sum, { gzip, content }) => sum + (gzip ?? content).length,
    0,
  )
  report({
    bench: 'dashboard-bytes',
    ratio: round(loaded / all),
    against: 'all pages',
    registry_page_gzip: loaded,
    all_gzip: all,
    files: files.size,
  })
}

if (findChromium() === undefined) {
  console.log(
    'The dashboard is not measured: there is no Chromium. Install it, or set CHROMIUM to its path.',
  )
  process.exit(0)
}
execFileSync(process.execPath, ['scripts/dashboard.mjs'], { stdio: 'inherit' })
const [stores, browser] = [sqliteStores(), await launch()]
const sizes = [await open(stores, browser, SMALL), await open(stores, browser, LARGE)] as const
await bytes(sizes[0])
for (const [name, measure] of MEASURES) {
  const latencies: [number[], number[]] = [[], []]
  for (let index = -1; index < ROUNDS; index += 1) {
    for (const side of [0, 1] as const) {
      const latency = await measure(sizes[side], Math.abs(index))
      if (index >= 0) latencies[side].push(latency)
    }
  }
  reportLatencies(
    `dashboard-${name}`,
    2,
    `${SMALL} agents`,
    [latencyOf(latencies[0]), latencyOf(latencies[1])],
    {
      agents: LARGE,
    },
  )
}
await browser.close()
for (const { stop } of sizes) await stop()
await stores.end()
process.exit(0)
