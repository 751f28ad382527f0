import pg from 'pg'
import { StoreUnavailable } from '../../database.ts'

/** Another transaction was in the way: the work begins anew. */
export class Contended extends Error {
  constructor(cause: unknown) {
    super('Another transaction was in the way.', { cause })
    this.name = 'Contended'
  }
}

/** serialization_failure and deadlock_detected (PostgreSQL, Appendix A). */
const CONTENDED: readonly (string | undefined)[] = ['40001', '40P01']
/** Classes of errors that blame the statement: unsupported feature, cardinality, data, constraint, transaction state, syntax. */
const OUR_FAULT = /^(0A|21|22|23|25(?!006|P03)|42)/

/** What an error of the server or of the way to it means. Whatever is not our own fault is an outage. */
export function meaningOf(cause: unknown): Error {
  if (!(cause instanceof pg.DatabaseError)) return new StoreUnavailable(cause)
  if (CONTENDED.includes(cause.code)) return new Contended(cause)
  return OUR_FAULT.test(cause.code ?? '') ? cause : new StoreUnavailable(cause)
}

/** Whether this only says that an earlier statement of the transaction failed: in_failed_sql_transaction. */
export const isAftermath = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === '25P02'

/** Whether the server did not answer at all, as opposed to refusing. */
export const isSilent = (cause: unknown): boolean =>
  cause instanceof StoreUnavailable && !(cause.cause instanceof pg.DatabaseError)
