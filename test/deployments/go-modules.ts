import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE } from './debian-root.ts'
import { mustRun } from './programs.ts'

interface Build {
  readonly module: string
  readonly version: string
  /** The folders of the commands in the module. */
  readonly commands: readonly string[]
  /** The version of the modules that its go.mod replaces with `./staging`, which a download omits. */
  readonly staged?: string
  /** Flags of the Go linker. */
  readonly link?: string
}

/**
 * Builds commands of a Go module at an exact version, and returns the programs. Go checks what it downloads against its checksum database.
 */
export async function buildFromModule(build: Build): Promise<readonly string[]> {
  const { module, version, commands, link = '' } = build
  const folder = join(CACHE, `${module.replaceAll('/', '-')}-${version}`)
  const programs = commands.map((command) => join(folder, 'bin', command.replaceAll('/', '-')))
  if (programs.every((program) => existsSync(program))) return programs
  console.log(`Building ${commands.length} program(s) of ${module} ${version} (once) ...`)
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const go = (...args: string[]) =>
    mustRun('go', args, { cwd: folder, timeout_ms: BUILD_TIMEOUT_MS })
  writeFileSync(join(folder, 'go.mod'), await moduleFile(build, go))
  const imports = commands.map((command) => `import _ "${module}/${command}"\n`).join('')
  writeFileSync(join(folder, 'tools.go'), `//go:build tools\n\npackage programs\n\n${imports}`)
  // Tests of the module have requirements that are missing, which -e tolerates.
  await go('mod', 'tidy', '-e')
  for (const [index, command] of commands.entries()) {
    const part = `${programs[index]!}.part`
    await go('build', '-trimpath', '-ldflags', `-s -w ${link}`, '-o', part, `${module}/${command}`)
    renameSync(part, programs[index]!)
  }
  return programs
}

/** Building Kubernetes takes ten minutes on two processors. */
const BUILD_TIMEOUT_MS = 3_600_000

type Go = (...args: string[]) => Promise<string>

/** Returns a go.mod that requires the module. Replacements of a module do not apply to those that require it, so they are repeated. */
async function moduleFile({ module, version, staged }: Build, go: Go): Promise<string> {
  const lines = ['module programs', 'go 1.23.0', `require ${module} ${version}`]
  if (staged === undefined) return `${lines.join('\n')}\n`
  const { GoMod } = JSON.parse(await go('mod', 'download', '-json', `${module}@${version}`)) as {
    GoMod: string
  }
  const replaced = readFileSync(GoMod, 'utf8').matchAll(/^\t?(?:replace )?(\S+) => \.\/staging/gm)
  for (const [, name] of replaced) lines.push(`replace ${name} => ${name} ${staged}`)
  return `${lines.join('\n')}\n`
}
