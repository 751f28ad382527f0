import type { PublishedHead } from '../../../src/domain/transparency/heads.ts'
import { appendHeads } from '../../../src/ports/witness-file.ts'
import { readPublishedHeads } from '../../../src/store/long-reads/published-heads.ts'
import type { Store } from '../../../src/store/store.ts'

/** Appends the latest publication to the file of a witness. */
export async function keepHeads(store: Store, path: string): Promise<void> {
  const evidence = (await store.readEvidence({}))!
  await appendHeads(path, evidence, readPublishedHeads(store, evidence.number))
}

/** Returns all heads of the latest publication. */
export async function allHeads(store: Store): Promise<readonly PublishedHead[]> {
  const heads: PublishedHead[] = []
  for await (const page of readPublishedHeads(store)) heads.push(...page)
  return heads
}
