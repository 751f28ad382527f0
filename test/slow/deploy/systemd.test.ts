import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../kit/folder.ts'
import { isToolMissing } from '../../kit/tools.ts'

const UNITS = join(import.meta.dirname, '../../../deploy/systemd')
const units = readdirSync(UNITS).filter((name) => /\.(service|timer)$/.test(name))
const services = units.filter((name) => name.endsWith('.service'))

describe.skipIf(isToolMissing('systemd'))('the systemd units', () => {
  it('are valid', () => {
    const folder = newFolder()
    for (const name of units) {
      const text = readFileSync(join(UNITS, name), 'utf8')
      writeFileSync(join(folder, name), text.replaceAll('/usr/bin/svc-registry', process.execPath))
    }
    const { status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', ...units.map((name) => join(folder, name))],
      { encoding: 'utf8' },
    )
    expect({ status, stderr: stderr.split('\n').filter((line) => line.includes(folder)) }).toEqual({
      status: 0,
      stderr: [],
    })
  })

  it.each(services)('%s has an exposure level below 2 of 10', (name) => {
    const report = execFileSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', join(UNITS, name)],
      { encoding: 'utf8', stdio: 'pipe' },
    )
    expect(Number(/Overall exposure level for \S+: (\d+\.\d+)/.exec(report)?.[1])).toBeLessThan(2)
  })

  it('have a timer for the backup and one for the drill', () => {
    expect(units.filter((name) => name.endsWith('.timer'))).toEqual([
      'svc-registry-backup.timer',
      'svc-registry-drill.timer',
    ])
  })
})
