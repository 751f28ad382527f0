import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHost } from '../../src/engine/node-host.ts'
import { nodeTransport } from '../../src/engine/node-transport.ts'
import { conduct } from '../../src/engine/run.ts'
import { verdictOf } from '../../src/engine/verdict.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { inState, lines } from '../support/judge.ts'
import { settings } from '../support/settings.ts'

interface Sandbox {
  readonly base_url: string
  readonly organizations: readonly { readonly organization_id: string; readonly plan: string; readonly api_key: string; readonly admin_email: string }[]
  readonly mail_url: string
  readonly clock_url: string
}

const root = join(import.meta.dirname, '../../..')
const TIME = { now_ms: () => performance.now(), wait: (ms: number) => wait(ms) }
let child: ChildProcess
let sandbox: Sandbox
const took: number[] = []

beforeAll(async () => {
  child = spawn(process.execPath, [join(root, 'src/main.ts'), 'sandbox', '--json', '--port', '0'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  while (!text.includes('\n')) {
    const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer]
    text += chunk.toString('utf8')
  }
  sandbox = JSON.parse(text.slice(0, text.indexOf('\n'))) as Sandbox
}, 30_000)
afterAll(() => void child.kill())

describe('the sandbox of this repository', () => {
  it.each(['once', 'and again, with its clock moved'])('meets every rule, %s', async () => {
    const plans = sandbox.organizations.slice(0, 4)
    const [second] = sandbox.organizations.slice(4)
    const chosen = settings({
      base: sandbox.base_url, profile: 'full', clock_url: sandbox.clock_url, mail_url: sandbox.mail_url,
      allow: new Set(['read', 'call', 'write', 'destructive']), keys: Object.fromEntries(plans.map(({ plan, api_key }) => [plan, api_key])),
      second_org: { org_id: second?.organization_id ?? '', key: second?.api_key ?? '' },
      extra: {
        ...Object.fromEntries(plans.map(({ plan, organization_id }) => [`org.${plan}`, organization_id])),
        'admin-email': plans[3]?.admin_email ?? '', 'image-ref': 'acme/web:1.0',
      },
    })
    const { host, stop } = await startHost({ host: '127.0.0.1', port: 0, room: 'suite' })
    const run = await conduct({ suite: platformSuite, settings: chosen, selected: platformSuite.sections.flatMap(({ rules }) => rules) }, nodeTransport, TIME, { host })
    stop()
    took.push(run.ms)
    expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED', 'N/A'))).toEqual([])
    expect(verdictOf(run.results)).toBe('conformant')
    expect(inState(run, 'INFO').filter(({ rule }) => rule.id.endsWith('.delivered')).map(({ reason }) => reason)).toEqual(Array(3).fill('POST with application/json.'))
  }, 30_000)

  // The better of the two: what else the machine does is not the suite's affair.
  it('takes less than 6 seconds', () => expect(Math.min(...took)).toBeLessThan(6000))
})
