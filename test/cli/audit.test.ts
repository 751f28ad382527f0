import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../kit/folder.ts'
import { SLOW_TEST } from './process.ts'
import { runInProcess } from './run-in-process.ts'

describe('audit verify', SLOW_TEST, () => {
  it('needs no master key unless records were purged', async () => {
    const path = join(newFolder(), 'store.db')
    const env = { SVC_STORE: `sqlite:${path}` }
    const { organization_id } = JSON.parse(
      (await runInProcess(['org', 'create', '--name', 'Acme', '--json'], env)).out,
    ) as { organization_id: string }
    await runInProcess(['workspace', 'create', '--org', organization_id, '--name', 'Main'], env)
    rmSync(`${path}.key`)
    const { code, out, err } = await runInProcess(['audit', 'verify', '--json'], env)
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toMatchObject({ intact: true })
  })
})
