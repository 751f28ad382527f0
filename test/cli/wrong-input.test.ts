import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectOneLine } from '../commands/run-in-process.ts'
import { MAIN } from '../kit/programs.ts'
import { SLOW_TEST, runRegistry, startServe } from './process.ts'
import { newFolder } from '../kit/folder.ts'

/** The command line, the exit code, and what the error line must contain. */
type Case = readonly [args: string, code: 1 | 2, names: RegExp]

const CASES: readonly Case[] = [
  ['frobnicate', 2, /Unknown command "frobnicate".*--help/],
  ['org list --jsn', 2, /--jsn.*did you mean --json\?/],
  [
    'serve --store memory: --issuer urn:example:test --host no-such-host.invalid',
    1,
    /no-such-host\.invalid.*--host/,
  ],
  [
    'serve --store memory: --issuer urn:example:test --port 0 --host 192.0.2.1',
    1,
    /192\.0\.2\.1.* is not an address of this machine/,
  ],
  [
    'serve --port 0 --store sqlite:letter.txt',
    1,
    /letter\.txt cannot be opened: file is not a database/,
  ],
  ['serve --port 0 --store json:letter.txt', 1, /letter\.txt is not JSON/],
  ['serve --port 0 --store json:other.json', 1, /not a registry store/],
  ['serve --port 0 --store sqlite:folder', 1, /folder cannot be opened/],
  ['serve --port 0 --store json:folder', 1, /folder cannot be read/],
  ['serve --port 0 --store sqlite:letter.txt/registry.db', 1, /letter\.txt/],
  ['serve --port 0 --store sqlite:/proc/nowhere/registry.db', 1, /registry\.db/],
  ['org list --store sqlite:letter.txt', 1, /letter\.txt cannot be opened/],
  ['org list --store json:other.json', 1, /not a registry store/],
  ['verify --store sqlite:letter.txt', 1, /letter\.txt cannot be opened: file is not a database/],
  ['policy set ws_1 --file letter.txt --store json:other.json', 1, /letter\.txt is not JSON/],
  [
    'policy set ws_1 --file other.json --store json:other.json',
    1,
    /other\.json is not a valid policy: must have required property 'models'/,
  ],
]

/** Runs the cases two at a time, because all at once would compete for the processor. */
async function checkProcesses(cwd: string): Promise<void> {
  const waiting = [...CASES]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [args, code, names] = next
      const finished = await runRegistry(args.split(' '), { cwd })
      expect({ args, code: finished.code, stdout: finished.stdout }).toEqual({
        args,
        code,
        stdout: '',
      })
      expect(finished.stderr, args).toMatch(names)
      expectOneLine(finished.stderr)
    }
  }
  await Promise.all([worker(), worker()])
}

describe('a wrong flag, address, file or store', SLOW_TEST, () => {
  it('prints one clear line without a stack trace in a process of its own', () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'letter.txt'), 'This file is not a database.')
    writeFileSync(join(cwd, 'other.json'), '{"format": "something else"}')
    mkdirSync(join(cwd, 'folder'))
    return checkProcesses(cwd)
  })

  it('prints one clear line when the port is in use, and creates no store', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    const cwd = newFolder()
    const finished = await runRegistry(
      ['serve', '--port', String(port), '--store', 'sqlite:x.db'],
      {
        cwd,
      },
    )
    holder.close()
    expect(finished).toMatchObject({ code: 1, stdout: '' })
    expect(finished.stderr).toMatch(new RegExp(`127.0.0.1:${port} .*--port`))
    expectOneLine(finished.stderr)
    expect(
      (await runRegistry(['org', 'list', '--store', 'sqlite:x.db'], { cwd })).stderr,
    ).toContain('no store')
  })

  it('prints one clear line when a JSON store is already being served', async () => {
    const store = `json:${join(newFolder(), 'store.json')}`
    await startServe(store)
    const second = await runRegistry(['serve', '--port', '0', '--store', store])
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toContain('in use by process')
    expectOneLine(second.stderr)
  })

  it('prints one clear line when the master key is not that of the store', async () => {
    const store = `sqlite:${join(newFolder(), 'store.db')}`
    await (await startServe(store)).stop()
    const other = await runRegistry(['serve', '--port', '0', '--store', store], {
      env: { SVC_MASTER_KEY: 'ab'.repeat(32) },
    })
    expect(other).toMatchObject({ code: 1, stdout: '' })
    expect(other.stderr).toContain('master key')
    expectOneLine(other.stderr)
  })
})

describe('a reader that closes the pipe', SLOW_TEST, () => {
  it('causes no error', () => {
    const shell = spawnSync(
      'sh',
      [
        '-c',
        `"${process.execPath}" "${MAIN}" --help | true; "${process.execPath}" "${MAIN}" org --help | head -n 1`,
      ],
      { encoding: 'utf8' },
    )
    expect(shell.stderr).toBe('')
    expect(shell.stdout).toMatch(/^[^\n]+ org: .*\n$/)
  })
})
