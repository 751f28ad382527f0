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

/** A person in front of the browser. Whatever a page does that it must not is kept, and looked at when it closes. */
export function openPages({ browser, origin, mails, cookieOf }: PagesContext) {
  const contexts: { context: BrowserContext; faults: readonly string[] }[] = []

  /** A new browser profile with one page; nobody is signed in. */
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

  /** The PIN of the newest mail to somebody, once there are more than `before` of them. */
  async function pinFor(email: string, before = 0): Promise<string> {
    const sent = () => mails.filter(({ to }) => to.includes(email))
    await eventually(() => {
      if (sent().length <= before) throw new Error(`no mail has come for ${email}`)
    })
    return /\b\d{8}\b/.exec(sent().at(-1)!.email.text ?? '')![0]
  }

  /** Signs a person in the way people do, and waits for where that leads. */
  async function signIn(page: Page, email = 'ada@acme.example', path = '/'): Promise<void> {
    const before = mailsTo(email)
    await page.goto(path)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send PIN' }).click()
    await page.getByRole('textbox', { name: 'PIN' }).fill(await pinFor(email, before))
    await page.locator('main#main h1').waitFor()
  }

  /** A new browser profile in which somebody is signed in, at one of the pages. */
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
    /** Nothing was refused by the policy, nothing broke, nothing came from elsewhere, on any page. */
    faults: () => contexts.flatMap(({ faults }) => faults),
    close: () => Promise.all(contexts.map(({ context }) => context.close())),
  }
}
