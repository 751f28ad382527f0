import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

const onPath = (): string | undefined =>
  (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path))

/** The Chromium that CHROMIUM names, else an installed one. */
export const findChromium = (): string | undefined => process.env['CHROMIUM'] ?? onPath()

/** On Debian root may install it; elsewhere nothing is changed. */
function install(): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  console.log('Installing Debian\'s Chromium for the journeys through the dashboard ...')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
  if (apt('update')) apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core')
}

/** Runs once before the journeys: two workers that install at once stand in each other's way. */
export default function setup(): void {
  if (findChromium() === undefined) install()
}

/** Starts it without a window. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium()!,
    args: ['--disable-dev-shm-usage', '--force-color-profile=srgb', '--font-render-hinting=none'],
  })
