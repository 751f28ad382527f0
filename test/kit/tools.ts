import { spawnSync } from 'node:child_process'
import { findChromium } from '../dashboard/chromium.ts'
import { missingImageTools } from '../ports/images/registry.ts'

interface Tool {
  readonly isInstalled: () => boolean
  /** How to install it. */
  readonly hint: string
  /** Why the tool may be missing in CI. */
  readonly optional?: string
}

const succeeds =
  (command: string, ...args: string[]) =>
  (): boolean =>
    spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Programs other than Node and npm packages that some tests need. Tests install many of them themselves if they can (debian.ts). */
const TOOLS = {
  chromium: {
    isInstalled: () => findChromium() !== undefined,
    hint: 'apt-get install chromium, or set CHROMIUM to the path of a Chromium executable',
  },
  caddy: { isInstalled: succeeds('caddy', 'version'), hint: 'apt-get install caddy' },
  curl: { isInstalled: succeeds('curl', '--version'), hint: 'apt-get install curl' },
  dpkg: {
    isInstalled: succeeds('dpkg', '--version'),
    hint: 'install dpkg, which is part of Debian',
  },
  go: { isInstalled: succeeds('go', 'version'), hint: 'apt-get install golang-go' },
  haproxy: { isInstalled: succeeds('haproxy', '-v'), hint: 'apt-get install haproxy' },
  images: {
    isInstalled: () => missingImageTools().length === 0,
    hint: 'apt-get install docker-registry umoci skopeo apache2-utils',
  },
  kubernetes: {
    isInstalled: () =>
      succeeds('kubectl', 'kustomize', '--help')() &&
      succeeds('python3', '-c', 'import kubernetes_validate')(),
    hint: 'install kubectl 1.27 or later, and pip install kubernetes-validate==1.37.0',
    optional: 'they are not in Debian, and test/deploy checks the manifests without them',
  },
  nginx: { isInstalled: succeeds('nginx', '-v'), hint: 'apt-get install nginx-light' },
  openssl: { isInstalled: succeeds('openssl', 'version'), hint: 'apt-get install openssl' },
  pgbouncer: {
    isInstalled: succeeds('pgbouncer', '--version'),
    hint: 'apt-get install pgbouncer',
  },
  prlimit: { isInstalled: succeeds('prlimit', '--version'), hint: 'apt-get install util-linux' },
  promtool: {
    isInstalled: succeeds('promtool', '--version'),
    hint: 'apt-get install prometheus',
  },
  python: {
    isInstalled: succeeds('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10))'),
    hint: 'apt-get install python3 python3-venv',
  },
  'python-packaging': {
    isInstalled: succeeds('python3', '-c', 'import packaging.version'),
    hint: 'apt-get install python3-packaging',
  },
  receivers: {
    isInstalled: () => process.env['SVC_TEST_RECEIVERS'] === '1',
    hint: 'set SVC_TEST_RECEIVERS=1 to build an event collector with Go',
    optional: 'building it takes minutes and requires network access',
  },
  systemd: {
    isInstalled: succeeds('systemd-analyze', '--version'),
    hint: 'apt-get install systemd',
  },
  interface: {
    isInstalled: () => process.env['SVC_INTERFACE_FILE'] !== undefined,
    hint: 'set SVC_INTERFACE_FILE to the path of the interface document',
    optional: 'the document is not part of this repository, only its digest',
  },
} satisfies Record<string, Tool>
export type ToolName = keyof typeof TOOLS

const availability = new Map<ToolName, boolean>()
const isAvailable = (name: ToolName): boolean => {
  if (!availability.has(name)) availability.set(name, TOOLS[name].isInstalled())
  return availability.get(name)!
}

/**
 * Returns whether a tool is missing, so that tests that need it are skipped.
 * @throws Error in CI, unless the tool is `optional`, because skipped tests would go unnoticed there
 */
export function isToolMissing(name: ToolName): boolean {
  if (isAvailable(name)) return false
  const { hint, optional }: Tool = TOOLS[name]
  if (process.env['CI'] && optional === undefined)
    throw new Error(`These tests need ${name}: ${hint}`)
  return true
}

/** Returns the missing tools, and how to install them. */
export const missingTools = (): readonly string[] =>
  (Object.keys(TOOLS) as ToolName[])
    .filter((name) => !isAvailable(name))
    .map((name) => `${name} (${TOOLS[name].hint})`)
