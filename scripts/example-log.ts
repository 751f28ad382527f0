/** The transparency log of the examples of `openapi.yaml`, with its six entries and the proofs that the examples show. */
import { sha256Hex } from '../src/domain/crypto/hash.ts'
import { keyPairOfSeed, publicJwk } from '../src/domain/crypto/ed25519.ts'
import { formatCheckpoint } from '../src/domain/transparency/checkpoint.ts'
import {
  firstEntry,
  headsEntry,
  publicEntry,
  type LoggedAgent,
} from '../src/domain/transparency/entries.ts'
import { headLeaf, nodesOfLeaves, type PublishedHead } from '../src/domain/transparency/heads.ts'
import { inclusionProof, leafHash, treeRoot } from '../src/domain/transparency/merkle.ts'
import { ED25519, formatNote, signNote } from '../src/domain/transparency/note.ts'
import { formatProof } from '../src/domain/transparency/proof.ts'

const ORIGIN = 'agents.example.com/log'
const LOG_CREATED = '2026-03-01T08:00:00.000Z'
const [statements, log] = [2, 3].map((byte) => keyPairOfSeed(Buffer.alloc(32, byte))) as [
  ReturnType<typeof keyPairOfSeed>,
  ReturnType<typeof keyPairOfSeed>,
]
const logged = (use: string, { publicKey }: typeof log) => ({
  key_id: publicJwk(publicKey).kid,
  use,
  public_key: Buffer.from(publicKey).toString('base64'),
})

/** The heads of the chains of the other two organizations. */
const OTHERS: readonly PublishedHead[] = ['org_globex', 'org_northwind'].map((chain) => ({
  chain,
  sequence: 2,
  hash: sha256Hex(chain),
}))

/** Returns the proof that the log contains an entry when it has `size` entries. */
async function prove(entries: readonly string[], index: number, size: number): Promise<string> {
  const nodes = nodesOfLeaves(
    entries.slice(0, size).map((entry) => leafHash(Buffer.from(entry, 'utf8'))),
  )
  const text = formatCheckpoint({ origin: ORIGIN, size, root: await treeRoot(size, nodes) })
  const key = { name: ORIGIN, type: ED25519, public_key: log.publicKey } as const
  const checkpoint = formatNote({ text, signatures: [signNote(text, key, log.privateKey)] })
  return formatProof({ index, path: await inclusionProof(index, size, nodes), checkpoint })
}

/** Returns the entries and proofs for the agents and the head that the examples show. */
export async function exampleLog(
  agents: readonly (LoggedAgent & { readonly at: string })[],
  head: PublishedHead & { readonly at: string },
) {
  const { at: published_at, ...shown } = head
  const leaves = nodesOfLeaves([shown, ...OTHERS].map(headLeaf))
  const count = OTHERS.length + 1
  const heads = (at: string, root: string) => headsEntry({ at, count, root })
  const entries = [
    firstEntry(LOG_CREATED, ORIGIN, [logged('log', log), logged('statements', statements)], null),
    heads(LOG_CREATED, sha256Hex(LOG_CREATED)),
    heads('2026-03-02T09:00:00.000Z', sha256Hex('2026-03-02T09:00:00.000Z')),
    ...agents.map(({ at, ...agent }) => publicEntry({ type: 'agent.registered', at }, agent)),
    heads(published_at, (await treeRoot(count, leaves)).toString('hex')),
  ]
  const [agent, published] = [entries.length - 2, entries.length - 1]
  return {
    agent: { entry: entries[agent]!, proof: await prove(entries, agent, agent + 1) },
    head: {
      path: (await inclusionProof(0, count, leaves)).map((hash) => hash.toString('hex')),
      entry: entries[published]!,
      proof: await prove(entries, published, published + 1),
    },
  }
}
