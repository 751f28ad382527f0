import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Generator } from './generators.ts'
import type { Contract } from './contracts.ts'
import { ROOT_BIN, run, type FailedCommand } from './shell.ts'

const HERE = import.meta.dirname
const OUT = join(HERE, '.out')
const PROGRAMS = join(HERE, 'calls')
/** Lists the commands that were run in a folder of tools. They name exact versions, so none has to run again. */
const INSTALLED = 'installed.json'

const toolsOf = ({ tools }: Generator): string => join(OUT, tools)

/** Returns the environment of a generator's commands: its tools, after those of this repository. */
export function toolsEnvironment(generator: Generator): Readonly<Record<string, string>> {
  const tools = toolsOf(generator)
  const folders = ['node_modules/.bin', '.venv/bin', 'bin'].map((folder) => join(tools, folder))
  return {
    TOOLS: tools,
    GOBIN: join(tools, 'bin'),
    PATH: [ROOT_BIN, ...folders, process.env['PATH'] ?? ''].join(delimiter),
  }
}

/** Installs the missing tools of a generator; returns the command that fails. */
export async function install(generator: Generator): Promise<FailedCommand | undefined> {
  const tools = toolsOf(generator)
  mkdirSync(tools, { recursive: true })
  const list = join(tools, INSTALLED)
  const done = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[]) : []
  for (const command of generator.install.filter((command) => !done.includes(command))) {
    const ended = await run(command, tools, toolsEnvironment(generator))
    if (ended.code !== 0) return { ...ended, command }
    done.push(command)
    writeFileSync(list, JSON.stringify(done))
  }
  return undefined
}

/** Creates a new folder with the document, and with the files that the generator, the compiler and the program need. */
export function createFolder(generator: Generator, contract: Contract, document: string): string {
  const folder = join(toolsOf(generator), 'clients', `${generator.name}-${contract}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'contract.json'), document)
  for (const part of [...(generator.files ?? []), join(generator.name, contract)]) {
    const source = join(PROGRAMS, part)
    if (existsSync(source)) cpSync(source, folder, { recursive: true })
  }
  return folder
}

/** Returns whether a program calls the client of a contract. */
export const hasProgram = ({ name }: Generator, contract: Contract): boolean =>
  existsSync(join(PROGRAMS, name, contract))

/** Returns the size of the generated code, without the documentation and tests that some generators add. */
export function sizeOf({ code }: Generator, folder: string): { files: number; bytes: number } {
  const place = join(folder, code.folder)
  const sizes = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && code.files.test(entry.name))
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
