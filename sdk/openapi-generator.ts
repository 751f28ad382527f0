import type { Generator } from './generators.ts'
import { npmInstall, PYTHON, TYPESCRIPT, TYPESCRIPT_ONLY } from './platforms.ts'

const VERSION = '7.25.0'
const JAR = '"$TOOLS/openapi-generator-cli.jar"'

interface Target extends Pick<
  Generator,
  'name' | 'target' | 'toolchain' | 'code' | 'files' | 'compile' | 'run'
> {
  /** The name of the target in OpenAPI Generator. */
  readonly generator: string
  /** Options of the target; none of them skips the validation of the document. */
  readonly options?: string
  /** Commands that install the libraries of the generated code. */
  readonly install_libraries?: readonly string[]
}

/** Parses each file without running it. */
const PARSE_RUBY = `ruby -e 'Dir["client/lib/**/*.rb"].each { |file| RubyVM::InstructionSequence.compile_file(file) }'`
const PARSE_PHP = `php -r 'foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("client/lib")) as $f) if ($f->getExtension() === "php") token_get_all(file_get_contents($f), TOKEN_PARSE);'`

const TARGETS: readonly Target[] = [
  {
    name: 'openapi-generator-kotlin',
    generator: 'kotlin',
    target: 'Kotlin',
    toolchain: [],
    code: { folder: 'client/src/main', files: /\.kt$/ },
    files: ['kotlin'],
    compile: {
      by: 'kotlinc 2.4.0',
      commands: ['mvn -q -B -Dkotlin.compiler.daemon=false compile'],
    },
  },
  {
    name: 'openapi-generator-csharp',
    generator: 'csharp',
    target: 'C#',
    toolchain: [],
    code: { folder: 'client/src/Org.OpenAPITools', files: /\.cs$/ },
  },
  {
    name: 'openapi-generator-php',
    generator: 'php',
    target: 'PHP',
    toolchain: ['php --version'],
    code: { folder: 'client/lib', files: /\.php$/ },
    compile: { by: 'php, parsed only', commands: [PARSE_PHP] },
  },
  {
    name: 'openapi-generator-ruby',
    generator: 'ruby',
    target: 'Ruby',
    toolchain: ['ruby --version'],
    code: { folder: 'client/lib', files: /\.rb$/ },
    compile: { by: 'ruby, parsed only', commands: [PARSE_RUBY] },
  },
  {
    name: 'openapi-generator-axios',
    generator: 'typescript-axios',
    target: 'TypeScript, axios',
    install_libraries: npmInstall('axios@1.21.1'),
    ...TYPESCRIPT,
  },
  {
    name: 'openapi-generator-python',
    generator: 'python',
    target: 'Python, urllib3',
    toolchain: PYTHON,
    install_libraries: [
      'python3 -m venv .venv',
      '.venv/bin/pip install -q urllib3==2.8.0 python-dateutil==2.9.0.post0 pydantic==2.14.3 typing-extensions==4.16.0',
    ],
    code: { folder: 'client/openapi_client', files: /\.py$/ },
    compile: {
      by: 'compileall, import',
      commands: [
        'python -m compileall -q client/openapi_client',
        'PYTHONPATH=client python -W error -c "import openapi_client"',
      ],
    },
    run: 'PYTHONPATH=client python program.py',
  },
  {
    name: 'openapi-generator-fetch',
    generator: 'typescript-fetch',
    target: 'TypeScript, fetch',
    ...TYPESCRIPT_ONLY,
  },
  {
    name: 'openapi-generator-go',
    generator: 'go',
    // Without this option, the target does not prefix the constants of an enum with its name, and two enums of the contract share some.
    options: '--additional-properties enumClassPrefix=true',
    target: 'Go',
    toolchain: ['go version'],
    code: { folder: 'client', files: /\.go$/ },
    compile: {
      by: 'go build',
      commands: ['rm -r client/test', 'cd client && go mod tidy && go build ./...'],
    },
  },
  {
    name: 'openapi-generator-rust',
    generator: 'rust',
    target: 'Rust, reqwest',
    toolchain: ['cargo --version'],
    code: { folder: 'client/src', files: /\.rs$/ },
    compile: { by: 'cargo build', commands: ['cargo build -q --manifest-path client/Cargo.toml'] },
  },
  {
    name: 'openapi-generator-java',
    generator: 'java',
    target: 'Java, OkHttp',
    toolchain: [],
    code: { folder: 'client/src/main', files: /\.java$/ },
    compile: { by: 'javac', commands: ['mvn -q -B -DskipTests -f client/pom.xml compile'] },
  },
]

/** OpenAPI Generator with each of `TARGETS`. None of them has a flag that skips the validation of the document. */
export const OPENAPI_GENERATOR: readonly Generator[] = TARGETS.map(
  ({ generator, options = '', install_libraries = [], toolchain, ...target }) => ({
    ...target,
    title: `OpenAPI Generator ${VERSION}, ${generator}`,
    tools: 'openapi-generator',
    toolchain: ['java --version', 'mvn --version', ...toolchain],
    install: [
      `mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact=org.openapitools:openapi-generator-cli:${VERSION} -DoutputDirectory=. -Dmdep.stripVersion=true`,
      ...install_libraries,
    ],
    generate: [
      `java -jar ${JAR} generate -g ${generator} -i contract.json -o client ${options}`.trimEnd(),
    ],
    warning: /\bWARN\b/,
  }),
)
