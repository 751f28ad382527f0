import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installPackages } from '../../kit/debian.ts'
import { isToolMissing } from '../../kit/tools.ts'

const MONITORING = join(import.meta.dirname, '../../../deploy/monitoring')

installPackages(['promtool'], ['prometheus'])

describe.skipIf(isToolMissing('promtool'))('the alert rules', () => {
  const promtool = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: MONITORING, encoding: 'utf8', stdio: 'pipe' })

  it('are valid, and so is the configuration that loads them', () => {
    expect(promtool('check', 'rules', 'alerts.yaml')).toContain('SUCCESS: 25 rules found')
    expect(promtool('check', 'config', 'prometheus.yaml')).toContain('SUCCESS')
  })

  it('fire beyond their thresholds and not at them', () => {
    expect(promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
  })
})
