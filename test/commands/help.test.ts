import { describe, expect, it } from 'vitest'
import { commands, groups } from '../../src/cli/commands.ts'
import { parse } from '../../src/terminal/parse.ts'
import { runInProcess } from './run-in-process.ts'

/** Splits an example into words as a shell does. */
const words = (line: string): string[] =>
  [...line.split(' < ')[0]!.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain!,
  )

describe('--help', () => {
  it('lists every command of the program', async () => {
    const { code, out } = await runInProcess(['--help'])
    expect(code).toBe(0)
    for (const { path, summary } of commands)
      expect(out).toMatch(new RegExp(`  ${path} +${summary}`))
    expect(await runInProcess([])).toEqual({ code: 0, out, err: '' })
    expect(await runInProcess(['help'])).toEqual({ code: 0, out, err: '' })
  })

  it('describes each group and lists its commands', async () => {
    for (const { name } of groups) {
      const { code, out } = await runInProcess([name, '--help'])
      expect(code, name).toBe(0)
      for (const { path, summary } of commands.filter((command) =>
        command.path.startsWith(`${name} `),
      ))
        expect(out, name).toMatch(new RegExp(`${path}.* ${summary}`))
      expect(out, name).toMatch(/Examples\n {2}svc-registry .+\n {2}svc-registry .+\n/)
      expect(await runInProcess([name]), name).toEqual({ code: 0, out, err: '' })
    }
  })

  it('describes each command with its flags and two examples', async () => {
    for (const { path, summary, flags } of commands) {
      const { code, out } = await runInProcess([...path.split(' '), '--help'])
      expect(code, path).toBe(0)
      expect(out).toContain(`svc-registry ${path}: ${summary}\n`)
      for (const flag of Object.keys(flags)) expect(out, path).toContain(`--${flag}`)
      expect(out, path).not.toContain('(default: )')
      expect(out.split('Examples\n')[1]!.trim().split('\n').length, path).toBeGreaterThanOrEqual(2)
      expect(
        out.split('\n').filter((line) => line.length > 160),
        path,
      ).toEqual([])
    }
  })

  it('shows examples that parse, for each command', () => {
    for (const command of commands)
      // The shell does not pass a redirection or a pipe on to the command.
      for (const given of command.examples.map((example) => words(example.split(/ [>|] /)[0]!))) {
        const { path } = command
        expect(given.slice(0, path.split(' ').length).join(' ')).toBe(path)
        expect(
          () => parse(command, given.slice(path.split(' ').length)),
          given.join(' '),
        ).not.toThrow()
      }
  })

  it('has a group for the first word of every two-word command', () => {
    expect(
      new Set(commands.flatMap(({ path }) => (path.includes(' ') ? [path.split(' ')[0]] : []))),
    ).toEqual(new Set(groups.map(({ name }) => name)))
  })
})

it('--version prints only the version', async () => {
  expect((await runInProcess(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
})
