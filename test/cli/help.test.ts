import { describe, expect, it } from 'vitest'
import { commands, groups } from '../../src/cli/commands.ts'
import { parse } from '../../src/cli/parse.ts'
import { told } from './told.ts'

/** Words as a shell would make them of an example. */
const words = (line: string): string[] => [...line.split(' < ')[0]!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)

describe('--help', () => {
  it('lists every command of the program', async () => {
    const { code, out } = await told(['--help'])
    expect(code).toBe(0)
    for (const { path, summary } of commands) expect(out).toMatch(new RegExp(`  ${path} +${summary}`))
    expect(await told([])).toEqual({ code: 0, out, err: '' })
    expect(await told(['help'])).toEqual({ code: 0, out, err: '' })
  })

  it.each(groups.map(({ name }) => [name]))('tells what %s is about and lists its commands', async (name) => {
    const { code, out } = await told([name, '--help'])
    expect(code).toBe(0)
    for (const { path, summary } of commands.filter((command) => command.path.startsWith(`${name} `))) expect(out).toMatch(new RegExp(`${path}.* ${summary}`))
    expect(out).toMatch(/Examples\n {2}svc-registry .+\n {2}svc-registry .+\n/)
    expect(await told([name])).toEqual({ code: 0, out, err: '' })
  })

  it.each(commands.map((command) => [command.path, command] as const))('teaches %s: what it does, its flags, two examples', async (path, command) => {
    const { code, out } = await told([...path.split(' '), '--help'])
    expect(code).toBe(0)
    expect(out).toContain(`svc-registry ${path}: ${command.summary}\n`)
    for (const flag of Object.keys(command.flags)) expect(out).toContain(`--${flag}`)
    expect(out.split('Examples\n')[1]!.trim().split('\n').length).toBeGreaterThanOrEqual(2)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(160)
  })

  it.each(commands.map((command) => [command.path, command] as const))('shows examples of %s that can be typed', (path, command) => {
    for (const given of command.examples.map(words)) {
      expect(given.slice(0, path.split(' ').length).join(' ')).toBe(path)
      expect(() => parse(command, given.slice(path.split(' ').length))).not.toThrow()
    }
  })

  it('has a group for the first word of every command with two', () => {
    expect(new Set(commands.flatMap(({ path }) => (path.includes(' ') ? [path.split(' ')[0]] : [])))).toEqual(new Set(groups.map(({ name }) => name)))
  })

  it('tells the version', async () => {
    expect((await told(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
