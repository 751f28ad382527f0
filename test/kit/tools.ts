import { spawnSync } from 'node:child_process'
import { findChromium } from '../dashboard/chromium.ts'
import { missingImageTools } from '../images/registry.ts'

interface Tool {
  readonly found: () => boolean
  /** How to install it. */
  readonly how: string
  /** Why the tool may be missing in CI. */
  readonly optional?: string
}

const answers =
  (command: string, ...args: string[]) =>
  (): boolean =>
    spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Programs other than Node and npm packages that some tests need. Tests install Chromium, PostgreSQL and the image tools themselves if they can. */
const TOOLS = {
  chromium: {
    found: () => findChromium() !== undefined,
    how: 'apt-get install chromium, or name one in CHROMIUM',
  },
  curl: { found: answers('curl', '--version'), how: 'apt-get install curl' },
  dpkg: { found: answers('dpkg', '--version'), how: 'comes with Debian' },
  go: { found: answers('go', 'version'), how: 'apt-get install golang-go' },
  images: {
    found: () => missingImageTools().length === 0,
    how: 'apt-get install docker-registry umoci skopeo apache2-utils',
  },
  openssl: { found: answers('openssl', 'version'), how: 'apt-get install openssl' },
  prlimit: { found: answers('prlimit', '--version'), how: 'apt-get install util-linux' },
  python: {
    found: answers('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10))'),
    how: 'apt-get install python3 python3-venv',
  },
  'python-packaging': {
    found: answers('python3', '-c', 'import packaging.version'),
    how: 'apt-get install python3-packaging',
  },
  receivers: {
    found: () => process.env['SVC_TEST_RECEIVERS'] === '1',
    how: 'SVC_TEST_RECEIVERS=1 builds an event collector with Go',
    optional: 'building it takes minutes and a network',
  },
  interface: {
    found: () => process.env['SVC_INTERFACE_FILE'] !== undefined,
    how: 'SVC_INTERFACE_FILE names the document of the interface',
    optional: 'the document is not part of this repository, only its digest',
  },
} satisfies Record<string, Tool>
export type ToolName = keyof typeof TOOLS

const asked = new Map<ToolName, boolean>()
const has = (name: ToolName): boolean => {
  if (!asked.has(name)) asked.set(name, TOOLS[name].found())
  return asked.get(name)!
}

/**
 * Returns whether a tool is missing, so that tests that need it are skipped.
 * @throws Error in CI, unless the tool is `optional`, because skipped tests would go unnoticed there
 */
export function isToolMissing(name: ToolName): boolean {
  if (has(name)) return false
  const { how, optional }: Tool = TOOLS[name]
  if (process.env['CI'] && optional === undefined)
    throw new Error(`These tests need ${name}: ${how}`)
  return true
}

/** Returns the missing tools, and how to install them. */
export const missingTools = (): readonly string[] =>
  (Object.keys(TOOLS) as ToolName[])
    .filter((name) => !has(name))
    .map((name) => `${name} (${TOOLS[name].how})`)
