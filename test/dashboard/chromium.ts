import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import type { TestProject } from 'vitest/node'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

const onPath = (): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

/** Returns the path in the environment variable CHROMIUM, or that of a Chromium or Chrome on the PATH. */
export const findChromium = (): string | undefined => process.env['CHROMIUM'] ?? onPath()

/** Installs Chromium for root on Debian, and does nothing elsewhere. */
function install(): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  console.log("Installing Debian's Chromium for the browser tests ...")
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  if (apt('update'))
    apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core')
}

const options = () => ({
  executablePath: findChromium()!,
  args: ['--disable-dev-shm-usage', '--force-color-profile=srgb', '--font-render-hinting=none'],
})

/** Starts a headless browser. */
export const launch = (): Promise<Browser> => chromium.launch(options())

declare module 'vitest' {
  interface ProvidedContext {
    browser: string
  }
}

/** Runs once before the browser tests: installs Chromium if it is missing, and starts the browser that all of them use. */
export default async function setup(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (findChromium() === undefined) install()
  if (findChromium() === undefined) return undefined
  const server = await chromium.launchServer(options())
  project.provide('browser', server.wsEndpoint())
  return () => server.close()
}
