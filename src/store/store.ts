import type { Timestamp } from '../domain/time.ts'
import { batch } from './batch.ts'
import type { BatchedCall, CallContext } from './context.ts'
import type { Database, ReadTx, Tx } from './database.ts'
import { READS } from './reads.ts'
import { inSteps } from './steps.ts'
import * as credentials from './transactions/credentials.ts'
import * as lease from './transactions/installations/lease.ts'
import { WRITES } from './writes.ts'

/** Operations that many callers share: queries in one read, changes in one transaction. Every heartbeat needs both. */
const batched = (database: Database) => {
  const findRuntimeToken = batch((queries: readonly credentials.TokenQuery[]) =>
    database.read((tx, moment) =>
      credentials.findRuntimeTokens(
        tx,
        queries.map((query) => dated(query, moment)),
      ),
    ),
  )
  const renew = batch(
    (calls: readonly BatchedCall<lease.LeaseInput>[], separately) =>
      database.transact((tx, moment) =>
        lease.renewLeases(
          tx,
          calls.map(({ context, input }) => ({ context: dated(context, moment), input })),
          { alone: separately },
        ),
      ),
    ({ input }) => input.installation_id,
  )
  return {
    findRuntimeToken,
    renewLease: (context: CallContext, input: lease.LeaseInput) => renew({ context, input }),
  }
}

type Read = (tx: ReadTx, input: never) => Promise<unknown>
type Write = (tx: Tx, context: CallContext, input: never) => Promise<unknown>
type Reads<R> = {
  readonly [Name in keyof R]: R[Name] extends (tx: ReadTx, input: infer Input) => infer Answer
    ? (input: Input) => Answer
    : never
}
type Writes<W> = {
  readonly [Name in keyof W]: W[Name] extends (
    tx: Tx,
    context: CallContext,
    input: infer Input,
  ) => infer Answer
    ? (context: CallContext, input: Input) => Answer
    : never
}

/** Every operation of the product as one atomic method, the same over every database. */
export type Store = Reads<typeof READS> &
  Writes<typeof WRITES> &
  ReturnType<typeof batched> &
  ReturnType<typeof inSteps> &
  Pick<Database, 'consumeRates' | 'close'>

/** Returns the input, dated by the store's own clock where the store has one. */
const dated = <Input extends { readonly now?: Timestamp }>(
  input: Input,
  moment: Timestamp | undefined,
): Input => (moment === undefined || input.now === undefined ? input : { ...input, now: moment })

/** Returns the store over a database. Where the database has a clock, it replaces the time in contexts and queries. */
export function createStore(database: Database): Store {
  const bind = <Operation>(
    operations: Record<string, Operation>,
    run: (operation: Operation) => (...given: never[]) => Promise<unknown>,
  ) =>
    Object.fromEntries(
      Object.entries(operations).map(([name, operation]) => [name, run(operation)]),
    )
  const inTransaction =
    <Input, Answer>(body: (tx: Tx, context: CallContext, input: Input) => Promise<Answer>) =>
    (context: CallContext, input: Input) =>
      database.transact((tx, moment) => body(tx, dated(context, moment), input))
  return {
    ...bind<Read>(
      READS,
      (read) => (input: { now?: Timestamp }) =>
        database.read((tx, moment) => read(tx, dated(input, moment) as never)),
    ),
    ...bind<Write>(
      WRITES,
      (write) => (context: CallContext, input: never) =>
        database.transact((tx, moment) => write(tx, dated(context, moment), input)),
    ),
    ...batched(database),
    ...inSteps(inTransaction),
    ...(database.consumeRates && { consumeRates: database.consumeRates }),
    close: () => database.close(),
  } as unknown as Store
}
