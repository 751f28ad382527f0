import type { OpenApiDocument } from '../src/contract/published.ts'
import type { SandboxInfo } from '../src/sandbox/sandbox.ts'

/** What a validator is placed in front of. */
export interface Upstream {
  /** The address of the API, with its version. */
  readonly base_url: string
  readonly document_url: string
  /** The document at `document_url`. */
  readonly document: OpenApiDocument
}

/** A proxy that validates each request and each response. */
export interface ValidatingProxy {
  readonly base_url: string
  /** The violations that have been found so far, in the words of the validator. */
  readonly violations: readonly string[]
  readonly stop: () => Promise<void>
}

/** A tool that reads the contract as any of its users would, with a proxy that validates. */
export interface Validator {
  /** Its name where it is published: an npm package, or a program of `programs/`. */
  readonly name: string
  /** The version of a program; npm packages have theirs in `package.json`. */
  readonly version?: string | undefined
  /** Commands that succeed where the program can run. */
  readonly toolchain?: readonly string[] | undefined
  /** The query of `/openapi.json` that selects the document for it; empty for the default one. */
  readonly query: '' | '?for=validation'
  readonly start: (upstream: Upstream) => Promise<ValidatingProxy>
  /** Sends requests to its proxy, and returns what failed. Without it, the quickstart and the examples of the contract are sent. */
  readonly send?: (
    base_url: string,
    info: SandboxInfo,
    document: OpenApiDocument,
  ) => Promise<readonly string[]>
}
