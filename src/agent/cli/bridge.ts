import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command, type Command, type Terminal } from '../../terminal/command.ts'
import { UsageError } from '../../terminal/errors.ts'
import { parse } from '../../terminal/parse.ts'
import { terminalJson, terminalText } from '../../terminal/text.ts'
import type { BridgeSource } from '../bridge/surface.ts'
import { FILES } from '../folder/folder.ts'
import { DEFAULT_PORT } from '../server/options.ts'
import { createBridge, summaryOf, updateBridge } from './bridge-files.ts'
import { refuseChanged } from './bridge-pin.ts'
import { COMMON, suggestCommand } from './define.ts'
import { folderOf, openFolder } from './folder.ts'
import { isInstalled, registerAndInstall } from './go-online.ts'
import { parsePort } from './numbers.ts'
import { fromEnv } from './platform.ts'
import { run } from './run.ts'

/** `bridge`: serves an agent that forwards tasks to a foreign agent or server. */
export const bridge: Command = command({
  path: 'bridge',
  summary: 'Serve an agent that forwards tasks to a foreign A2A agent or MCP server',
  about: [
    'Finds out what an A2A agent or an MCP server offers, and writes svc.yml, svc.key and .gitignore for an agent that passes its tasks on. Then it serves this agent, as `run` does. TARGET is an http or https address, or the command of an MCP server that communicates over its standard input and output. Without TARGET, it serves the bridge that is in the folder.',
    'With SVC_PLATFORM_URL, SVC_API_KEY, SVC_ORGANIZATION_ID and SVC_WORKSPACE_ID it registers and installs the agent first.',
    'svc.yml contains the digest of the card or the tools. If they have changed by the next start, this command reports what changed and does not serve; --update writes a new version, which has a new id.',
  ].join('\n'),
  operands: [
    { name: 'TARGET...', description: 'An address, or a command and its arguments', rest: true },
  ],
  flags: {
    name: {
      value: 'NAME',
      description: 'Name of the agent',
      fallback: 'the name that the foreign agent states',
    },
    header: {
      value: 'HEADER=VARIABLE',
      description: 'A header for the foreign agent, and the environment variable with its value',
      repeatable: true,
    },
    env: {
      value: 'VARIABLE',
      description: 'An environment variable to pass to the command',
      repeatable: true,
    },
    update: { description: 'Write a new version if the foreign agent has changed' },
    port: {
      value: 'PORT',
      description: 'Port to listen on',
      fallback: `the port of a2a.upstream_url, which is ${DEFAULT_PORT} at first`,
    },
    'write-only': { description: 'Write the files, and do not serve' },
    ...COMMON,
  },
  examples: [
    'bridge http://127.0.0.1:9999 --dir weather',
    'bridge https://mcp.example.com/mcp --header Authorization=DESK_TOKEN --dir desk',
    'bridge --dir everything -- npx mcp-server-everything',
    'bridge --update --dir weather',
  ],
  async run(
    { dir: given, name, header, env, update, port, 'write-only': writeOnly, json },
    terminal,
    target,
  ) {
    parsePort(port)
    const dir = folderOf(given, terminal)
    const suggest = suggestCommand(terminal.program, given)
    const source = sourceOf(target, header, env)
    const options = { dir, env: terminal.env }
    const written = existsSync(join(dir, FILES.manifest))
      ? await updateBridge(dir, source, {
          name,
          port: writeOnly ? port : undefined,
          update,
          options,
          program: terminal.program,
          suggest,
        })
      : await createBridge(dir, source, { name, port, options })
    const show = (text: string): void => {
      if (!json) terminal.print(terminalText(text))
    }
    if (written) show(summaryOf(written, dir))
    const summary = {
      bridge: openFolder(dir, terminal.program).manifest.bridge,
      omitted: written?.surface.omitted ?? [],
    }
    if (writeOnly) {
      if (json) terminal.print(terminalJson(summary))
      else show(`Next: ${suggest('bridge')}`)
      return 0
    }
    await goOnline(dir, { ...terminal, print: show }, { isChecked: written !== undefined, given })
    return run.run(
      parse(run, [
        '--dir',
        dir,
        ...(port === undefined ? [] : ['--port', port]),
        ...(json ? ['--json'] : []),
      ]),
      json
        ? {
            ...terminal,
            print: (text) =>
              terminal.print(terminalJson({ ...(JSON.parse(text) as object), ...summary })),
          }
        : terminal,
    )
  },
})

/** Returns the foreign agent or server that the command line names, if any. */
function sourceOf(
  target: readonly string[],
  header: readonly string[],
  env: readonly string[],
): BridgeSource | undefined {
  const [first] = target
  if (first === undefined) return undefined
  const isAddress = target.length === 1 && /^https?:\/\//i.test(first)
  if (!isAddress) {
    if (header.length > 0) throw new UsageError('--header applies only to an address.')
    return { command: target, ...(env.length > 0 && { env }) }
  }
  if (!URL.canParse(first)) throw new UsageError(`${JSON.stringify(first)} is not a valid address.`)
  if (env.length > 0) throw new UsageError('--env applies only to a command.')
  const entries = header.map((text) => {
    const [, key, variable] = /^([A-Za-z0-9-]+)=([A-Za-z_][A-Za-z0-9_]*)$/.exec(text) ?? []
    if (key === undefined || variable === undefined)
      throw new UsageError(
        '--header needs the name of a header and of an environment variable, such as Authorization=DESK_TOKEN.',
      )
    return [key, variable] as const
  })
  return { url: first, ...(entries.length > 0 && { headers_env: Object.fromEntries(entries) }) }
}

/** Registers and installs the agent, if the environment has a platform and an API key and the agent is not installed there. */
async function goOnline(
  dir: string,
  terminal: Terminal,
  { isChecked, given }: { readonly isChecked: boolean; readonly given: string | undefined },
): Promise<void> {
  if (fromEnv(terminal, 'SVC_PLATFORM_URL') === undefined) return
  if (fromEnv(terminal, 'SVC_API_KEY') === undefined) return
  if (isInstalled(dir, terminal)) return
  // Skills that are no longer offered must not be registered.
  if (!isChecked) await refuseChanged(openFolder(dir, terminal.program), terminal, given)
  await registerAndInstall(dir, terminal)
}
