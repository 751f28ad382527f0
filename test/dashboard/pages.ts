import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core'
import type { ReceivedMail } from '../ports/mail/sink.ts'
import { eventually, LIVENESS_MS, until } from '../kit/bounds.ts'

interface PagesContext {
  readonly browser: Browser
  readonly origin: string
  readonly mails: readonly ReceivedMail[]
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

  const emailCountFor = (email: string): number =>
    mails.filter(({ to }) => to.includes(email)).length

  /** Returns the PIN from the newest e-mail to an address, as soon as there are more than `before`. */
  async function pinFor(email: string, before = 0): Promise<string> {
    const sent = () => mails.filter(({ to }) => to.includes(email))
    await eventually(() => {
      if (sent().length <= before) throw new Error(`no e-mail to ${email} has arrived`)
    })
    return /\b\d{8}\b/.exec(sent().at(-1)!.email.text ?? '')![0]
  }

  /** Signs in with a PIN and waits for the next page. */
  async function signIn(page: Page, email = 'ada@acme.example', path = '/'): Promise<void> {
    const before = emailCountFor(email)
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
    emailCountFor,
    signIn,
    visit,
    /** Returns the recorded faults of all pages. */
    faults: () => contexts.flatMap(({ faults }) => faults),
    close: () => Promise.all(contexts.map(({ context }) => context.close())),
  }
}

declare global {
  interface Window {
    noteViolation(text: string): void
  }
}

/** Errors that tests cause on purpose: requests without a session, invalid forms, an unavailable registry. */
const EXPECTED =
  /the server responded with a status of (400|401|402|403|404|409|422|429|503)|net::ERR_(FAILED|INTERNET_DISCONNECTED)/

/** Records violations of the content security policy, exceptions, console errors and requests to other hosts. */
async function recordFaults(page: Page, origin: string): Promise<readonly string[]> {
  const faults: string[] = []
  await page.exposeFunction('noteViolation', (text: string) => faults.push(`policy: ${text}`))
  await page.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        window.noteViolation(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`)
      },
    )
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text()))
      faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      faults.push(`request to another host: ${request.url()}`)
  })
  return faults
}

declare global {
  interface Window {
    moved: number
  }
}
interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

/** Measures the cumulative layout shift (CLS) of each document from its start. */
const measureLayoutShift = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.moved = 0
    const add = ({ value, hadRecentInput }: Shift) => {
      if (!hadRecentInput) window.moved += value
    }
    new PerformanceObserver((list) => {
      ;(list.getEntries() as Shift[]).forEach(add)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Returns the cumulative layout shift of a page, including the current frame. */
export const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(window.moved))),
        )
      }),
  )

/**
 * Holds back the requests for an address, and returns a function that sends them once the responses to all other requests of the page have
 * arrived and are shown.
 */
export async function holdBack(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = []
  const open = new Set<Request>()
  const isApiRequest = (request: Request) => request.url().includes('/api/v1/')
  const begin = (request: Request) =>
    isApiRequest(request) && !address.test(request.url()) && open.add(request)
  const end = (request: Request) => open.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await page.route(address, (route) => void held.push(route))
  return async () => {
    await until(() => held.length > 0 && open.size === 0, 'The page did not become idle')
    await layoutShiftOf(page)
    await Promise.all(held.map((route) => route.continue()))
    await page.unroute(address)
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}

/** Returns the response of a registry whose store is unavailable, for `route.fulfill`. */
export const unavailable = (message: string) => ({
  status: 503,
  json: { error: 'service_unavailable', code: 'STORE_UNAVAILABLE', message, request_id: 'req_1' },
})

/** Returns the response to a caller that has exceeded its rate limit. */
export const rateLimited = (retry_after_s: number) => ({
  status: 429,
  headers: { 'Retry-After': String(retry_after_s) },
  json: {
    error: 'too_many_requests',
    code: 'RATE_LIMITED',
    message: 'Too many requests.',
    request_id: 'req_1',
  },
})
