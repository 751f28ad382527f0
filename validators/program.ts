import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { installRequirements } from '../test/kit/venv.ts'
import { forwardTo, joined, serve, type HttpRequest, type HttpResponse } from './http.ts'
import type { Validator } from './validator.ts'

const HERE = import.meta.dirname
const PROGRAMS = join(HERE, 'programs')

/**
 * Installs a validator, and returns its command, which reads one exchange as JSON per line and writes the violations of each on one line.
 */
type Install = (document: string) => readonly string[]

/** Returns a validator that is a program in another language. A proxy passes each exchange to it. */
const programValidator = (
  { name, version, toolchain, query }: Pick<Validator, 'name' | 'version' | 'toolchain' | 'query'>,
  install: Install,
): Validator => ({
  name,
  version,
  toolchain,
  query,
  async start({ base_url, document }) {
    const { origin, pathname } = new URL(base_url)
    const folder = mkdtempSync(join(tmpdir(), 'svc-validator-'))
    const path = join(folder, 'openapi.json')
    writeFileSync(path, JSON.stringify(document))
    const program = startProgram(install(path))
    const violations: string[] = []
    const forward = forwardTo(origin)
    const proxy = await serve(async (received) => {
      const response = await forward(received)
      violations.push(...(await program.validate(received, response)))
      return response
    })
    return {
      base_url: proxy.origin + pathname,
      violations,
      async stop() {
        proxy.stop()
        await program.stop()
        rmSync(folder, { recursive: true })
      },
    }
  },
})

function startProgram([command, ...args]: readonly string[]) {
  const child = spawn(command!, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let previous: Promise<unknown> = Promise.resolve()
  const nextLine = async (line: string): Promise<readonly string[]> => {
    child.stdin.write(`${line}\n`)
    const { value, done } = await lines.next()
    if (done) throw new Error(`${command} exited before it had validated the response`)
    return JSON.parse(value) as readonly string[]
  }
  return {
    /** Returns the violations of an exchange. Exchanges are validated one after another. */
    validate({ method, target, headers, body }: HttpRequest, response: HttpResponse) {
      const line = JSON.stringify({
        method,
        target,
        request_headers: joined(headers),
        request_body: body.toString(),
        status: response.status,
        response_headers: joined(response.headers),
        response_body: response.body.toString(),
      })
      const validated = previous.then(() => nextLine(line))
      previous = validated.catch(() => undefined)
      return validated
    },
    async stop(): Promise<void> {
      child.stdin.end()
      await exited
    },
  }
}

// ---- The programs ---------------------------------------------------------------------------------------------------

const REQUIREMENTS = join(PROGRAMS, 'requirements.txt')
const POM = join(PROGRAMS, 'java', 'pom.xml')
/** The folder to which Maven writes its output; `pom.xml` sets the same path. */
const BUILD = join(HERE, '.java')
const GO_MODULE = join(PROGRAMS, 'go')

/** Returns the version of a dependency that a file pins. */
const versionIn = (file: string, pattern: RegExp): string =>
  pattern.exec(readFileSync(file, 'utf8'))![1]!

/** The Python library openapi-core, called as its framework adapters call it. */
export const openapiCore = programValidator(
  {
    name: 'openapi-core',
    version: versionIn(REQUIREMENTS, /^openapi-core==(.+)$/m),
    toolchain: ['python3 --version'],
    query: '',
  },
  (document) => [
    join(installRequirements(join(HERE, '.python'), REQUIREMENTS), 'python'),
    join(PROGRAMS, 'validate.py'),
    document,
  ],
)

/** Atlassian's swagger-request-validator for Java, with its default options. */
export const swaggerRequestValidator = programValidator(
  {
    name: 'swagger-request-validator',
    version: versionIn(POM, /swagger-request-validator-core<\/artifactId>\s*<version>([^<]+)/),
    toolchain: ['javac --version', 'mvn --version'],
    query: '',
  },
  (document) => {
    const classpath = join(BUILD, 'classpath.txt')
    const args = [
      ...['-q', '-B', '-f', POM, 'compile', 'dependency:build-classpath'],
      `-Dmdep.outputFile=${classpath}`,
    ]
    if (spawnSync('mvn', args, { stdio: ['ignore', 2, 2] }).status !== 0)
      throw new Error(`\`mvn ${args.join(' ')}\` failed; see its output above.`)
    const paths = [join(BUILD, 'classes'), readFileSync(classpath, 'utf8')].join(':')
    return ['java', '-cp', paths, 'SwaggerRequestValidator', document]
  },
)

/** The Go library kin-openapi, which the middlewares of oapi-codegen use. */
export const kinOpenapi = programValidator(
  {
    name: 'kin-openapi',
    version: versionIn(join(GO_MODULE, 'go.mod'), /kin-openapi v(.+)/),
    toolchain: ['go version'],
    query: '?for=validation',
  },
  (document) => {
    const binary = join(HERE, '.go', 'kin-openapi')
    const args = ['build', '-mod=readonly', '-o', binary, '.']
    if (spawnSync('go', args, { cwd: GO_MODULE, stdio: ['ignore', 2, 2] }).status !== 0)
      throw new Error(`\`go ${args.join(' ')}\` failed; see its output above.`)
    return [binary, document]
  },
)
