import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installNpmPackages, resolvePackage } from '../../interop/install.ts'
import { newFolder } from '../kit/folder.ts'
import { isToolMissing } from '../kit/tools.ts'
import { freePort } from '../kit/port.ts'
import { blocksOf, terminal } from './shell.ts'

const GUIDE = 'docs/agents.md'
/** The folder in which the commands of the recorded session were run. */
const SHOWN_HOME = '/home/ada'
const [skills] = blocksOf(GUIDE, 'python')
const programs = blocksOf(GUIDE, 'mjs')

interface Step {
  readonly command: string
  readonly output: string
}

/** Returns the commands of a recorded session, each with the output that follows it. A command continues on lines that begin with `> `. */
const stepsOf = (block: string): Step[] =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [, command, output] = /^(.*(?:\n> .*)*)\n?([^]*)$/.exec(step)!
      return { command: command!.replaceAll('\n> ', '\n'), output: output!.trimEnd() }
    })

/** Replaces what differs from run to run: hashes, identifiers and durations. */
const masked = (output: string): string =>
  output
    .replaceAll(/[0-9a-f]{64}/g, 'HASH')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/\d+ ms$/gm, 'N ms')
    .replaceAll(/("execution_time_ms": )\d+/g, '$1N')
    .trim()

describe.skipIf(isToolMissing('python') || isToolMissing('curl'))(
  'the session in the guide for authors, from a function to a judged agent',
  () => {
    const home = newFolder('session')
    const steps = blocksOf(GUIDE, 'console').flatMap(stepsOf)
    let ports: { platform: number; agent: number }
    let settings: Record<string, string>
    const place = () => ({
      cwd: home,
      env: { ...process.env, ...settings, NO_COLOR: '1', PATH: `${home}:${process.env['PATH']}` },
    })
    const [agent, platform, other] = [terminal(place), terminal(place), terminal(place)]
    const typed = (text: string): string =>
      text.replaceAll(':8080', `:${ports.platform}`).replaceAll(':8090', `:${ports.agent}`)
    const shown = (output: string): string =>
      masked(
        output
          .replaceAll(`:${ports.platform}`, ':8080')
          .replaceAll(`:${ports.agent}`, ':8090')
          .replaceAll(home, SHOWN_HOME),
      )
    const step = (start: string): Step => steps.find(({ command }) => command.startsWith(start))!
    const expectShown = ({ command, output }: Step): void =>
      expect(shown(other.run(`set -o pipefail; ${typed(command)}`))).toBe(masked(output))

    beforeAll(async () => {
      installNpmPackages()
      ports = { platform: await freePort(), agent: await freePort() }
      const commands = {
        'svc-agent': 'src/agent-main.ts',
        'svc-conformance': 'conformance/src/main.ts',
      }
      for (const [name, file] of Object.entries(commands)) {
        const program = join(home, name)
        writeFileSync(
          program,
          `#!/bin/sh\nexec '${process.execPath}' '${join(process.cwd(), file)}' "$@"\n`,
        )
        chmodSync(program, 0o755)
      }
      mkdirSync(join(home, 'desk'))
      writeFileSync(join(home, 'desk', 'skills.py'), `${skills!}\n`)
      writeFileSync(join(home, 'a2a.mjs'), programs[0]!)
      writeFileSync(join(home, 'mcp.mjs'), programs[1]!)
      const variables = blocksOf(GUIDE).find((block) => block.startsWith('export '))!
      settings = Object.fromEntries(
        [...typed(variables).matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [
          name!,
          value!,
        ]),
      )
      await platform.start(
        `'${process.execPath}' '${join(process.cwd(), 'src/main.ts')}' sandbox --issuer ${settings['SVC_ISSUER']} --port ${ports.platform}`,
        /sk_live_/,
      )
    })
    afterAll(() => Promise.all([agent, platform].map((one) => one.interrupt())))

    it('begins with ten lines of Python, and has exactly the steps that are tested here', () => {
      expect(skills!.split('\n')).toHaveLength(10)
      expect(steps.map(({ command }) => command.split(' ').slice(0, 2).join(' '))).toEqual([
        'svc-agent init',
        'svc-agent run',
        'curl -s',
        'npm install',
        'node a2a.mjs',
        'node mcp.mjs',
        'svc-conformance agent',
        'svc-conformance agent',
        'svc-conformance agent',
      ])
    })

    it('brings the function online in two commands', async () => {
      expectShown(step('svc-agent init'))
      const manifest = join(home, 'desk', 'svc.yml')
      writeFileSync(manifest, typed(readFileSync(manifest, 'utf8')))
      const { command, output } = step('svc-agent run')
      expect(shown(await agent.start(typed(command), /^Try it.*\n/m))).toBe(masked(output))
    })

    it('routes a task to it', () => {
      expectShown(step('curl'))
    })

    it('calls it with the official A2A and MCP clients', () => {
      const packages = step('npm install').command.match(/@\S+@\d\S+/g)!
      for (const named of packages) {
        const [, name, version] = /^(.+)@(.+)$/.exec(named)!
        // interop/ installs a package under another name where it needs two versions of it.
        const installed = resolvePackage(name === '@a2a-js/sdk' ? 'a2a-sdk-1' : name!)
        const { version: actual } = JSON.parse(
          readFileSync(join(installed, 'package.json'), 'utf8'),
        ) as { version: string }
        expect(actual).toBe(version)
        const link = join(home, 'node_modules', name!)
        mkdirSync(dirname(link), { recursive: true })
        symlinkSync(installed, link)
      }
      expect(packages).toHaveLength(2)
      expectShown(step('node a2a.mjs'))
      expectShown(step('node mcp.mjs'))
    })

    it.each(['--manifest', '--profile a2a', '--profile mcp'])(
      'judges it with the conformance suite and %s',
      (flags) => {
        expectShown(steps.find(({ command }) => command.includes(` ${flags} `))!)
      },
    )
  },
)
