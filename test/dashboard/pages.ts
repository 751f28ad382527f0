import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Arrived } from '../mail/sink.ts'
import { recordFaults } from './page-faults.ts'
import { measureLayoutShift } from './layout-shift.ts'
import { eventually, LIVENESS_MS } from '../kit/bounds.ts'

interface PagesContext {
  readonly browser: Browser
  readonly origin: string
  readonly mails: readonly Arrived[]
  /** Opens a session in the store. */
  readonly cookieOf: (email: string) => Promise<{ readonly name: string; readonly value: string }>
}

/** Opens pages in the browser and records their faults. */
export function openPages({ browser, origin, mails, cookieOf }: PagesContext) {
  const contexts: { context: BrowserContext; faults: readonly string[] }[] = []

  /** Opens a page in a new browser profile, without a session. */
  async function newPage(): Promise<Page> {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'Europe/Vienna',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    contexts.push({ context, faults: await recordFaults(page, origin) })
    await measureLayoutShift(page)
    page.setDefaultTimeout(LIVENESS_MS)
    return page
  }

  const mailsTo = (email: string): number => mails.filter(({ to }) => to.includes(email)).length

  /** Returns the PIN of the newest e-mail to an address, as soon as there are more than `before`. */
  async function pinFor(email: string, before = 0): Promise<string> {
    const sent = () => mails.filter(({ to }) => to.includes(email))
    await eventually(() => {
      if (sent().length <= before) throw new Error(`no e-mail to ${email} has arrived`)
    })
    return /\b\d{8}\b/.exec(sent().at(-1)!.email.text ?? '')![0]
  }

  /** Signs in with a PIN and waits for the next page. */
  async function signIn(page: Page, email = 'ada@acme.example', path = '/'): Promise<void> {
    const before = mailsTo(email)
    await page.goto(path)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send PIN' }).click()
    await page.getByRole('textbox', { name: 'PIN' }).fill(await pinFor(email, before))
    await page.locator('main#main h1').waitFor()
  }

  /** Opens a page in a new browser profile with a session. */
  async function visit(email = 'ada@acme.example', path = '/'): Promise<Page> {
    const page = await newPage()
    const { hostname } = new URL(origin)
    await page.context().addCookies([
      {
        ...(await cookieOf(email)),
        domain: hostname,
        path: '/api/v1',
        httpOnly: true,
        sameSite: 'Strict',
      },
    ])
    await page.goto(path)
    await page.locator('main#main h1').waitFor()
    return page
  }

  return {
    newPage,
    pinFor,
    mailsTo,
    signIn,
    visit,
    /** Returns the recorded faults of all pages. */
    faults: () => contexts.flatMap(({ faults }) => faults),
    close: () => Promise.all(contexts.map(({ context }) => context.close())),
  }
}
