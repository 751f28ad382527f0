import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** A file of a release, by its SHA-256 in hexadecimal. */
export interface Artifact {
  readonly name: string
  readonly sha256: string
}
/** The sources of a release. */
export interface Source {
  readonly version: string
  /** The Git commit. */
  readonly commit: string
  /** SHA-256 of package-lock.json, which has the digests of the dependencies. */
  readonly lock_sha256: string
  /** What is part of the release and not in package-lock.json: Node and Debian packages, each with its package URL. */
  readonly others: readonly { readonly uri: string; readonly sha256: string }[]
}
/** A signed payload (DSSE 1.0). */
export interface Envelope {
  readonly payloadType: string
  /** Base64. */
  readonly payload: string
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[]
}

const PAYLOAD_TYPE = 'application/vnd.in-toto+json'
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
const PROVENANCE = 'https://slsa.dev/provenance/v1'
/** What `npm run release` does with a commit; CONTRIBUTING.md describes it. */
const BUILD_TYPE = 'urn:agent-registry:npm-run-release:1'

/**
 * Returns an in-toto statement (v1) with SLSA provenance: these files were built from this commit. It has no timestamp, so that it is
 * reproducible.
 */
export const statementOf = (
  artifacts: readonly Artifact[],
  { version, commit, lock_sha256, others }: Source,
) => ({
  _type: STATEMENT_TYPE,
  subject: artifacts.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
  predicateType: PROVENANCE,
  predicate: {
    buildDefinition: {
      buildType: BUILD_TYPE,
      externalParameters: { version },
      resolvedDependencies: [
        { name: 'source', digest: { gitCommit: commit } },
        { name: 'package-lock.json', digest: { sha256: lock_sha256 } },
        ...others.map(({ uri, sha256 }) => ({ name: uri, uri, digest: { sha256 } })),
      ],
    },
    runDetails: { builder: { id: BUILD_TYPE } },
  },
})
export type Statement = ReturnType<typeof statementOf>

/** Returns the bytes that a DSSE signature covers. */
export const preAuthenticationEncoding = (payload_type: string, payload: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(payload_type)} ${payload_type} ${payload.length} `),
    payload,
  ])

/** Returns the id of a public key: the SHA-256 of its DER encoding (SPKI). */
export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

/** Signs a statement. @param key a private Ed25519 key */
export function signStatement(statement: Statement, key: KeyObject): Envelope {
  const payload = Buffer.from(JSON.stringify(statement))
  return {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [
      {
        keyid: keyIdOf(createPublicKey(key)),
        sig: sign(null, preAuthenticationEncoding(PAYLOAD_TYPE, payload), key).toString('base64'),
      },
    ],
  }
}

/** Returns the statement of an envelope. @throws if the key has not signed it, or if it is of another type */
export function openStatement(
  { payloadType, payload, signatures }: Envelope,
  key: KeyObject,
): Statement {
  const bytes = Buffer.from(payload, 'base64')
  const signed = preAuthenticationEncoding(payloadType, bytes)
  if (!signatures.some(({ sig }) => verify(null, signed, key, Buffer.from(sig, 'base64'))))
    throw new Error(`the key ${keyIdOf(key)} has not signed this statement`)
  if (payloadType !== PAYLOAD_TYPE)
    throw new Error(`the payload type is ${payloadType}, not ${PAYLOAD_TYPE}`)
  const statement = JSON.parse(bytes.toString()) as Statement
  if (statement._type !== STATEMENT_TYPE || statement.predicateType !== PROVENANCE)
    throw new Error(
      `the statement has the types ${statement._type} and ${statement.predicateType}, not ${STATEMENT_TYPE} and ${PROVENANCE}`,
    )
  return statement
}
