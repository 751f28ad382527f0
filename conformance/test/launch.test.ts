import { expect, it } from 'vitest'
import { launch } from '../src/cli/launch.ts'
import { respondingWith } from './hostile/agents.ts'
import { started } from './hostile/started.ts'

const RUNNING = `${JSON.stringify(process.execPath)} -e "setInterval(() => undefined, 1000)"`

it('waits until a launched target responds without a server error', async () => {
  const statuses = [503, 500, 404]
  const target = await started(
    respondingWith((_, res) => res.writeHead(statuses.shift() ?? 200).end()),
  )
  const { stop } = await launch(RUNNING, target.url)
  stop()
  expect([target.requests(), statuses]).toEqual([3, []])
})
