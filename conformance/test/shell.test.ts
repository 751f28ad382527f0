import { expect, it } from 'vitest'
import { nodeShell } from '../src/engine/reproduce/shell.ts'

const LONG_MS = 600_000

it.runIf(process.platform !== 'win32').each<[string, string, number, string | undefined]>([
  ['returns the output', 'printf "$NAME"', LONG_MS, 'Ada'],
  ['fails if the command fails', 'printf ok; exit 3', LONG_MS, undefined],
  ['fails if the command exceeds its time limit', 'sleep 1000', 100, undefined],
  [
    'fails if the command ignores SIGTERM',
    'trap "" TERM; while :; do sleep 1000; done',
    100,
    undefined,
  ],
  ['fails if the command prints too much', 'sleep 1000 & yes', LONG_MS, undefined],
  ['does not wait for what the command has left running', 'sleep 60 & printf ok', LONG_MS, 'ok'],
])("running a user's command %s", async (_, command, limit_ms, output) => {
  expect(await nodeShell(command, { NAME: 'Ada' }, limit_ms)).toBe(output)
})
