import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../../../test/kit/folder.ts'

const MODULES = join(import.meta.dirname, '../../../node_modules')
const COMPILER = join(MODULES, 'typescript-7/bin/tsc')

/** Returns the type errors of SARIF logs. The types are generated from the schema, and literals are checked for unknown members as well. */
export function sarifTypeErrors(logs: readonly string[]): readonly string[] {
  const folder = newFolder('sarif')
  const source = join(folder, 'logs.ts')
  writeFileSync(
    source,
    `import type { Log } from 'sarif'\n${logs.map((log, i) => `export const log${i}: Log = ${log}`).join('\n')}`,
  )
  const project = join(folder, 'tsconfig.json')
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022'],
    types: [],
    paths: { sarif: [join(MODULES, '@types/sarif/index.d.ts')] },
  }
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [source] }))
  const { stdout } = spawnSync(process.execPath, [COMPILER, '-p', project, '--pretty', 'false'], {
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => line.includes('error TS'))
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
      // 3.4.3: a URI conforms to RFC 3986.
      ...locations
        .map((one) => one.physicalLocation.artifactLocation.uri)
        .filter((uri) => !URL.canParse(uri) || /[\s<>"{}|\\^`]/.test(uri))
        .map((uri) => `${uri} is not a valid URI`),
    ]),
  )
}
