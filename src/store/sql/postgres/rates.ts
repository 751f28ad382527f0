import type pg from 'pg'
import type { RateConsumption } from '../../database.ts'
import { run } from './statement.ts'

/** Takes the buckets in the order of their names, so that two of these statements never deadlock. What is consumed is added to what other processes have consumed. */
const CONSUME = `
  insert into rates as kept (bucket, full_us, drawn_us)
  select bucket, since_us + cost_us, cost_us from unnest($1::text[], $2::bigint[], $3::bigint[]) as asked (bucket, since_us, cost_us) order by bucket
  on conflict (bucket) do update set full_us = greatest(kept.full_us + excluded.drawn_us, excluded.full_us), drawn_us = excluded.drawn_us
  returning bucket, full_us`

/** Consumes from buckets and returns when each will be full again, microseconds since 1970. */
export async function consumeRates(
  client: pg.PoolClient,
  consumptions: readonly RateConsumption[],
): Promise<ReadonlyMap<string, number>> {
  const columns = [
    consumptions.map(({ bucket }) => bucket),
    consumptions.map(({ since_us }) => since_us),
    consumptions.map(({ cost_us }) => cost_us),
  ]
  const { rows } = await run<pg.QueryResult<{ bucket: string; full_us: number }>>(
    client,
    CONSUME,
    columns,
  )
  return new Map(rows.map(({ bucket, full_us }) => [bucket, full_us]))
}
