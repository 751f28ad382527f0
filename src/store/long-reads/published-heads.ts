import type { PublishedHead } from '../../domain/transparency/heads.ts'
import type { Store } from '../store.ts'

/** Thrown if a later publication has replaced the one whose heads were being read. */
export class PublicationReplaced extends Error {
  constructor() {
    super('a later publication has replaced the one whose heads were being read')
    this.name = 'PublicationReplaced'
  }
}

/**
 * Reads the heads of a publication page by page, in the order of their leaves, so that other callers are served in between.
 * @param publication its number; undefined for the latest one
 * @throws PublicationReplaced
 */
export async function* readPublishedHeads(
  store: Pick<Store, 'readHeadsPage'>,
  publication?: number,
): AsyncGenerator<readonly PublishedHead[]> {
  let after: string | undefined = ''
  for (let number = publication; after !== undefined;) {
    const page = await store.readHeadsPage({ publication: number, after })
    if (!page) throw new PublicationReplaced()
    yield page.heads
    number = page.publication
    after = page.next
  }
}
