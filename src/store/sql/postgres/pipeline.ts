import type { Table } from '../../database.ts'
import type { StoredRow } from '../../tables.ts'

/**
 * The statements of a transaction that are sent and not yet answered: queries that run at once, and changes. The result of a change or
 * a deletion carries no information, so the transaction body continues without it, up to the commit. When one fails, the server refuses
 * those behind it and commits nothing, and the transaction fails with that first failure, whichever of them it learns of first.
 */
export class Pipeline {
  readonly #answers: Promise<void>[] = []
  #failure: Error | undefined

  /**
   * Returns the table, whose changes and deletions do not wait for their answers.
   * @param lists whether a list of changes takes one statement
   */
  pipelined(table: Table<StoredRow>, { lists }: { lists: boolean }): Table<StoredRow> {
    const send =
      <Given extends unknown[]>(write: (...given: Given) => Promise<void>) =>
      async (...given: Given) => {
        this.#answers.push(
          write(...given).catch((cause: unknown) => void this.failed(cause as Error)),
        )
      }
    // Where several changes take several statements, each is sent only after the one before it is answered.
    return {
      ...table,
      update: send(table.update),
      delete: send(table.delete),
      ...(lists && { updateMany: send(table.updateMany) }),
    }
  }

  /** Records that a statement has failed. Answers arrive in the order of the statements. */
  failed(cause: Error): Error {
    this.#failure ??= cause
    return cause
  }

  /** Waits for all answers and returns the first failure. */
  async failure(): Promise<Error | undefined> {
    await Promise.all(this.#answers)
    return this.#failure
  }
}
