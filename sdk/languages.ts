import type { ContractUse } from '../src/contract/uses.ts'
import { AGENT_STEPS, PLATFORM_STEPS, type Step } from './steps.ts'

/** How one SDK is generated. The commands are those of docs/sdks.md, and run in a folder with the document and the program. */
export interface Language {
  /** Name for `--only`, and folder of the program. */
  readonly folder: string
  /** Another folder whose files are copied first. */
  readonly base?: string
  readonly title: string
  readonly generator: string
  /** The input of the generator. */
  readonly document: Document
  /** Checks that must succeed; otherwise the language is skipped. */
  readonly toolchain: readonly string[]
  /** Installs tools for the following commands; may download. */
  readonly install: readonly string[]
  readonly generate: readonly string[]
  readonly compile: readonly string[]
  readonly run: string
}
export type Document = keyof typeof DOCUMENTS

export const DOCUMENTS = {
  'openapi.yaml': {
    source: 'openapi.yaml',
    use: undefined,
    contract: 'platform',
    steps: PLATFORM_STEPS,
  },
  'platform-sdk.json': {
    source: 'generated/platform.json',
    use: 'sdk',
    contract: 'platform',
    steps: PLATFORM_STEPS,
  },
  'a2a.openapi.yaml': {
    source: 'a2a.openapi.yaml',
    use: undefined,
    contract: 'agent',
    steps: AGENT_STEPS,
  },
} as const satisfies Record<
  string,
  {
    source: string
    /** The kind of tool that the document is served for, with `?for=`. */
    use: ContractUse | undefined
    contract: 'platform' | 'agent'
    steps: readonly Step[]
  }
>

const NODE = ['node --input-type=module-typescript -e "const three: number = 3"']
/** Languages that need only node_modules. `npm run test:complete` runs all of their programs, and `npm run test:deep` some. */
export const CHEAP = ['typescript', 'hey-api', 'typescript-agent']

export const LANGUAGES: readonly Language[] = [
  {
    folder: 'typescript',
    title: 'TypeScript',
    generator: 'openapi-typescript 7.13.0, openapi-fetch 0.17.0',
    document: 'openapi.yaml',
    toolchain: NODE,
    install: [],
    generate: ['npx openapi-typescript openapi.yaml -o src/registry.ts'],
    compile: ['npx tsc'],
    run: 'node dist/proof.js',
  },
  {
    folder: 'hey-api',
    base: 'typescript',
    title: 'TypeScript',
    generator: '@hey-api/openapi-ts 0.99.0',
    document: 'openapi.yaml',
    toolchain: NODE,
    install: [],
    generate: ['npx openapi-ts -i openapi.yaml -o src/registry --no-log-file'],
    compile: ['npx tsc'],
    run: 'node dist/proof.js',
  },
  {
    folder: 'typescript-agent',
    base: 'typescript',
    title: 'TypeScript',
    generator: 'openapi-typescript 7.13.0, openapi-fetch 0.17.0',
    document: 'a2a.openapi.yaml',
    toolchain: NODE,
    install: [],
    generate: ['npx openapi-typescript a2a.openapi.yaml -o src/registry.ts'],
    compile: ['npx tsc'],
    run: 'node dist/proof.js',
  },
  {
    folder: 'go',
    title: 'Go',
    generator: 'oapi-codegen 2.8.2',
    document: 'openapi.yaml',
    toolchain: ['go version'],
    install: [],
    generate: [
      'mkdir -p registry',
      'go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 --config oapi-codegen.yaml openapi.yaml',
    ],
    compile: ['go vet ./...', 'go build -o proof .'],
    run: './proof',
  },
  {
    folder: 'python',
    title: 'Python',
    generator: 'openapi-python-client 0.29.1',
    document: 'platform-sdk.json',
    toolchain: ['python3 -c "import sys, venv; sys.exit(sys.version_info < (3, 11))"'],
    install: ['python3 -m venv .venv', '.venv/bin/pip install -r requirements.txt'],
    generate: [
      '. .venv/bin/activate && openapi-python-client generate --path platform-sdk.json --meta none --output-path svc_registry --fail-on-warning',
    ],
    compile: ['.venv/bin/mypy proof.py'],
    run: '.venv/bin/python proof.py',
  },
  {
    folder: 'rust',
    title: 'Rust',
    generator: 'cargo-progenitor 0.15.1',
    document: 'platform-sdk.json',
    toolchain: ['cargo --version', 'cargo clippy --version'],
    install: ['cargo install cargo-progenitor --version 0.15.1 --locked --root .bin'],
    generate: [
      '.bin/bin/cargo-progenitor progenitor -i platform-sdk.json -o registry -n svc-registry -v 0.1.0',
    ],
    compile: ['RUSTFLAGS=-Dwarnings cargo build', 'RUSTFLAGS=-Dwarnings cargo clippy --no-deps'],
    run: 'target/debug/proof',
  },
  {
    folder: 'java',
    title: 'Java',
    generator: 'openapi-generator-maven-plugin 7.25.0',
    document: 'platform-sdk.json',
    toolchain: ['javac --version', 'mvn --version'],
    install: [],
    generate: ['mvn -q -B clean generate-sources'],
    compile: ['mvn -q -B compile'],
    run: 'mvn -q -B exec:java',
  },
]
