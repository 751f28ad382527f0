import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import ts from 'typescript'

/** A relative module specifier in a declaration: `from './a.ts'` or `import("./a.ts")`. */
const SPECIFIER = /(?<=from '|import\(")(\.[^'"]*)\.ts(?=['"])/g

/**
 * Writes the declarations of a module, and of the modules that its types come from, into a folder, at the same relative paths as in the
 * repository.
 */
export function writeDeclarations(library: string, into: string): void {
  const emitted = emitDeclarations(library, into)
  // A set can grow while it is walked, and each file is visited once.
  const reached = new Set([declarationOf(library)])
  for (const file of reached) {
    const text = emitted.get(file)
    if (text === undefined) throw new Error(`${file} was not emitted`)
    for (const [path] of text.matchAll(SPECIFIER))
      reached.add(declarationOf(posix.join(posix.dirname(file), path)))
    mkdirSync(dirname(join(into, file)), { recursive: true })
    writeFileSync(join(into, file), text.replaceAll(SPECIFIER, '$1.js'))
  }
}

const declarationOf = (module: string): string => module.replace(/\.ts$/, '.d.ts')

/** Returns the declarations of a program by file. */
function emitDeclarations(library: string, into: string): ReadonlyMap<string, string> {
  const configured = ts.getParsedCommandLineOfConfigFile('tsconfig.json', undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  })
  const program = ts.createProgram([library], {
    ...configured?.options,
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: process.cwd(),
    outDir: resolve(into),
  })
  const emitted = new Map<string, string>()
  program.emit(undefined, (path, text) => emitted.set(relative(resolve(into), path), text))
  return emitted
}
