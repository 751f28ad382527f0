import type { ContractUse } from '../src/contract/uses.ts'
import { OPENAPI_GENERATOR } from './openapi-generator.ts'
import { npmInstall, PYTHON, TYPESCRIPT, TYPESCRIPT_ONLY } from './platforms.ts'
import type { Contract } from './contracts.ts'

/**
 * A generator that is tried on both contracts. Instead of the steps of `sdk/steps.ts`, a short program from `sdk/calls` is run, if there
 * is one. The generator's commands run in a new folder that contains only the document `contract.json`, the files of `files` and that
 * program; TOOLS is the folder with what it installs, whose programs are in PATH.
 */
export interface Generator {
  /** Name for `--only`, and folder of its programs, if it has any. */
  readonly name: string
  /** The generator with its exact version. */
  readonly title: string
  /** What it generates. */
  readonly target: string
  /** Folder of the installed tools, which several generators can share. */
  readonly tools: string
  /** Checks that must succeed; otherwise the generator is skipped. */
  readonly toolchain: readonly string[]
  /** Downloads exact versions into the folder of tools. */
  readonly install: readonly string[]
  readonly generate: readonly string[]
  /** Matches a warning in a line of its output. */
  readonly warning: RegExp
  /** Where the generated code is, and which of the files are code. */
  readonly code: { readonly folder: string; readonly files: RegExp }
  /** Folders of `sdk/calls` whose files the generator or the compiler needs. */
  readonly files?: readonly string[]
  /** How the generated code is compiled, together with the program; absent where no compiler can be installed. */
  readonly compile?: { readonly by: string; readonly commands: readonly string[] }
  /** Runs the program of `sdk/calls`. */
  readonly run?: string
  /** The document that is served for it, where it cannot read the default one. */
  readonly use?: Partial<Readonly<Record<Contract, ContractUse>>>
}

export const GENERATORS: readonly Generator[] = [
  ...OPENAPI_GENERATOR,
  {
    name: 'ogen',
    title: 'ogen 1.24.0',
    target: 'Go',
    tools: 'ogen',
    toolchain: ['go version'],
    install: ['go install github.com/ogen-go/ogen/cmd/ogen@v1.24.0'],
    generate: [
      'go mod init client',
      'ogen --config ogen.yml --target client --package client contract.json',
    ],
    warning: /\bwarn/i,
    use: { agent: 'sdk' },
    code: { folder: 'client', files: /\.go$/ },
    files: ['go'],
    compile: {
      by: 'go build',
      commands: [
        'go mod edit -require github.com/ogen-go/ogen@v1.24.0',
        'go mod tidy',
        'go build ./...',
      ],
    },
  },
  {
    name: 'datamodel-code-generator',
    title: 'datamodel-code-generator 0.89.0',
    target: 'Python, pydantic models',
    tools: 'datamodel-code-generator',
    toolchain: PYTHON,
    install: [
      'python3 -m venv .venv',
      ".venv/bin/pip install -q datamodel-code-generator==0.89.0 'pydantic[email]==2.14.3'",
    ],
    generate: [
      'mkdir client',
      'datamodel-codegen --input contract.json --input-file-type openapi --output-model-type pydantic_v2.BaseModel --output client/models.py',
    ],
    warning: /warning/i,
    code: { folder: 'client', files: /\.py$/ },
    compile: {
      by: 'py_compile, import',
      commands: [
        'python -m py_compile client/models.py',
        'PYTHONPATH=client python -c "import models"',
      ],
    },
  },
  {
    name: 'orval',
    title: 'orval 8.38.0',
    target: 'TypeScript, fetch',
    tools: 'orval',
    install: npmInstall('orval@8.38.0'),
    generate: ['orval --input contract.json --output client/api.ts --client fetch'],
    warning: /warn/i,
    ...TYPESCRIPT,
  },
  {
    name: 'kubb',
    title: 'kubb 4.39.3',
    target: 'TypeScript, fetch',
    tools: 'kubb',
    install: npmInstall(
      ...['cli', 'core', 'plugin-client', 'plugin-oas', 'plugin-ts'].map(
        (part) => `@kubb/${part}@4.39.3`,
      ),
    ),
    generate: ['kubb generate --config kubb.config.mjs'],
    warning: /warn/i,
    ...TYPESCRIPT,
    files: [...TYPESCRIPT.files, 'kubb-config'],
  },
  {
    name: 'swagger-typescript-api',
    title: 'swagger-typescript-api 13.13.0',
    target: 'TypeScript, fetch',
    tools: 'swagger-typescript-api',
    install: npmInstall('swagger-typescript-api@13.13.0'),
    generate: [
      'swagger-typescript-api generate --path contract.json --output client --name api.ts',
    ],
    warning: /warn/i,
    ...TYPESCRIPT,
  },
  {
    name: 'openapi-typescript-codegen',
    title: 'openapi-typescript-codegen 0.31.0',
    target: 'TypeScript, fetch',
    tools: 'openapi-typescript-codegen',
    install: npmInstall('openapi-typescript-codegen@0.31.0'),
    generate: [
      'node "$TOOLS/node_modules/openapi-typescript-codegen/bin/index.js" --input contract.json --output client',
    ],
    warning: /warn/i,
    ...TYPESCRIPT_ONLY,
  },
  {
    name: 'oazapfts',
    title: 'oazapfts 7.5.0',
    target: 'TypeScript, fetch',
    tools: 'oazapfts',
    install: npmInstall('oazapfts@7.5.0', '@oazapfts/runtime@1.2.0'),
    generate: ['mkdir client', 'oazapfts contract.json client/api.ts'],
    warning: /warn/i,
    ...TYPESCRIPT_ONLY,
  },
  {
    name: 'openapi-zod-client',
    title: 'openapi-zod-client 1.18.3',
    target: 'TypeScript, zod and axios',
    tools: 'openapi-zod-client',
    install: npmInstall(
      'openapi-zod-client@1.18.3',
      '@zodios/core@10.9.6',
      'axios@1.21.1',
      'zod@3.25.76',
    ),
    generate: ['mkdir client', 'openapi-zod-client contract.json --output client/api.ts'],
    warning: /warn/i,
    ...TYPESCRIPT_ONLY,
  },
  {
    name: 'typed-openapi',
    title: 'typed-openapi 2.2.7',
    target: 'TypeScript, types and fetch',
    tools: 'typed-openapi',
    install: npmInstall('typed-openapi@2.2.7'),
    generate: ['mkdir client', 'typed-openapi contract.json --output client/api.ts'],
    warning: /warn/i,
    ...TYPESCRIPT_ONLY,
  },
]
