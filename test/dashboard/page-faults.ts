import type { Page } from 'playwright-core'

declare global {
  interface Window {
    noteViolation(text: string): void
  }
}

/** Errors that tests cause on purpose: requests without a session, invalid forms, an unavailable registry. */
const EXPECTED =
  /the server responded with a status of (400|401|402|403|404|409|422|429|503)|net::ERR_(FAILED|INTERNET_DISCONNECTED)/

/** Records violations of the content security policy, exceptions, console errors and requests to other hosts. */
export async function recordFaults(page: Page, origin: string): Promise<readonly string[]> {
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
      faults.push(`elsewhere: ${request.url()}`)
  })
  return faults
}
