import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { CommandError, UsageError } from '../../src/terminal/errors.ts'
import { runProgram, type Program } from '../../src/terminal/program.ts'
import { shellArgument } from '../../src/terminal/text.ts'

const failing = (cause: unknown): Program => ({
  name: 'tool',
  groups: [],
  help: () => '',
  commands: [
    {
      path: 'fail',
      summary: 'Fails.',
      operands: [],
      flags: {},
      examples: [],
      run: () => Promise.reject(cause),
    },
  ],
})

async function run(cause: unknown, env: Record<string, string> = {}) {
  const errors: string[] = []
  const code = await runProgram(failing(cause), ['fail'], {
    env,
    program: 'tool',
    interactive: false,
    print: () => undefined,
    printError: (line) => errors.push(line),
  })
  return { code, errors }
}

it.each([
  [
    'a wrong command line',
    new UsageError('--a is missing.'),
    2,
    'fail: --a is missing. See: tool fail --help',
  ],
  ['a command that fails', new CommandError('There is\n no store.'), 1, 'There is no store.'],
  [
    'text of another program',
    new CommandError('It wrote: \u001b[31mred\u0007\u202etxt\u2028.'),
    1,
    'It wrote: \\u001b[31mred\\u0007\\u202etxt\\u2028.',
  ],
])('%s results in one line of output and an exit code', async (_, cause, code, line) => {
  expect(await run(cause)).toEqual({ code, errors: [`tool: ${line}`] })
})

it('the log level debug adds the stack trace of a failure, but not for a wrong command line', async () => {
  const debug = { SVC_LOG_LEVEL: 'debug' }
  const cause = new CommandError('There is no store.')
  expect((await run(cause, debug)).errors).toEqual(['tool: There is no store.', cause.stack])
  expect((await run(cause, { SVC_LOG_LEVEL: 'info' })).errors).toHaveLength(1)
  expect((await run(new UsageError('--a is missing.'), debug)).errors).toHaveLength(1)
})

it.each([
  ['sqlite:data/registry.db', 'sqlite:data/registry.db'],
  ["/my files/it's.env", "'/my files/it'\\''s.env'"],
  ['', "''"],
  ['$(rm a)', "'$(rm a)'"],
])('a command to copy contains the argument %o as %s', (argument, shown) => {
  expect(shellArgument(argument)).toBe(shown)
  expect(execFileSync('sh', ['-c', `printf %s ${shown}`], { encoding: 'utf8' })).toBe(argument)
})
