import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../kit/folder.ts'
import { SLOW_TEST, runRegistry, startServe } from './process.ts'

describe('a configuration file', () => {
  it('configures serve and operator commands for the same store', SLOW_TEST, async () => {
    const path = join(newFolder(), 'store.db')
    const config = join(newFolder(), 'registry.env')
    writeFileSync(config, `SVC_STORE=sqlite:${path}\nSVC_PROT=1\nSVC_LOG_LEVEL=warn\n`)
    const env = { SVC_CONFIG: config }
    const { output, stop } = await startServe(`sqlite:${path}`, { env })
    expect(output.stdout).toContain(
      `SVC_PROT in ${config} is not a setting; did you mean SVC_PORT?`,
    )
    expect(
      JSON.parse((await runRegistry(['org', 'list', '--json', '--config', config])).stdout),
    ).toMatchObject({ items: [{ plan: 'enterprise' }] })
    const { stderr } = await stop()
    expect(stderr).toContain('is not a setting; did you mean SVC_PORT?')
    expect(stderr).toContain('neither a support mailbox nor a chat is configured')
  })
})
