import ts from 'typescript'
import { join } from 'node:path'

/** A file name from which `@types/sarif` is resolved. The file does not exist. */
const FILE = join(import.meta.dirname, 'logs.ts')

/** Returns the type errors of SARIF logs. The types are generated from the schema, and literals are checked for unknown members as well. */
export function sarifTypeErrors(logs: readonly string[]): readonly string[] {
  const source = `import type { Log } from 'sarif'\n${logs.map((log, i) => `export const log${i}: Log = ${log}`).join('\n')}`
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    types: [],
    lib: ['lib.es2022.d.ts'],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => name === FILE || fileExists(name)
  host.readFile = (name) => (name === FILE ? source : readFile(name))
  host.getSourceFile = (name, ...rest) =>
    name === FILE
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022)
      : getSourceFile(name, ...rest)
  const program = ts.createProgram([FILE], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

interface Result {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly kind: string
  readonly level: string
  readonly locations: readonly {
    readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } }
  }[]
}
interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
    readonly results: readonly Result[]
  }[]
}

/** Returns violations of requirements that are in the text of the standard but not in its schema. */
export function sarifErrors(text: string): readonly string[] {
  return (JSON.parse(text) as Log).runs.flatMap(({ tool, results }) =>
    results.flatMap(({ ruleId, ruleIndex, kind, level, locations }) => [
      // 3.27.6: the index refers to the rule.
      ...(tool.driver.rules[ruleIndex]?.id === ruleId
        ? []
        : [`${ruleId} has the index of another rule`]),
      // 3.27.10: only a failure has a level.
      ...(kind === 'fail' || level === 'none' ? [] : [`${ruleId} is ${kind} and ${level}`]),
      // 3.4.3: an address conforms to RFC 3986.
      ...locations
        .map((one) => one.physicalLocation.artifactLocation.uri)
        .filter((uri) => !URL.canParse(uri) || /[\s<>"{}|\\^`]/.test(uri))
        .map((uri) => `${uri} is not an address`),
    ]),
  )
}
