import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../kit/folder.ts'
import { SLOW_TEST, runRegistry, startServe } from './process.ts'

describe('a configuration file', () => {
  it(
    'configures serve, operator commands and check-config for the same store',
    SLOW_TEST,
    async () => {
      const path = join(newFolder(), 'store.db')
      const config = join(newFolder(), 'registry.env')
      writeFileSync(config, `SVC_STORE=sqlite:${path}\nSVC_LOG_LEVEL=warn\n`)
      const env = { SVC_CONFIG: config }
      const { stop } = await startServe(`sqlite:${path}`, { env })
      expect(
        JSON.parse((await runRegistry(['org', 'list', '--json', '--config', config])).stdout),
      ).toMatchObject({ items: [{ plan: 'enterprise' }] })
      const checked = await runRegistry(['check-config', '--json', '--config', config])
      expect(JSON.parse(checked.stdout)).toMatchObject({
        ok: true,
        store: [
          { name: 'Store', state: 'works', detail: `sqlite:${path} can be read` },
          { name: 'Tables', state: 'works' },
          { name: 'Master key', state: 'works' },
          {
            name: 'Clock',
            state: 'works',
            detail: 'the last activity recorded in the store is in the past',
          },
        ],
      })
      const { stderr } = await stop()
      expect(stderr).toContain('neither a support mailbox nor a chat is configured')
    },
  )
})
