import fc from 'fast-check'
import { verifyChain } from '../../src/domain/audit/chain.ts'
import type { ShownAuditRecord } from '../../src/domain/audit/record.ts'
import { expectNone, property, type Property } from './property.ts'
import { valid } from './schemas/valid.ts'
import type { Schema } from './schemas/schema.ts'
import type { World } from './world.ts'
import type { Target } from './operations.ts'
import { atMost } from '../../test/kit/bounds.ts'

type Step =
  | { readonly do: 'create'; readonly body: Body }
  | { readonly do: 'change'; readonly which: number; readonly body: Body }
  | { readonly do: 'delete'; readonly which: number }
  | { readonly do: 'read'; readonly which: number }
  | { readonly do: 'list'; readonly limit: number; readonly offset: number }
interface Body {
  readonly name: string
  readonly description?: string
}

/** Returns how a workspace is read after this body was written. */
const written = ({ name, description = '' }: Body): Required<Body> => ({ name, description })

/**
 * Returns the property that workspaces are read as they were written until they are deleted, and that the audit log, read page by page, is
 * one intact chain.
 */
export function recordProperties({ platform }: World, { contract }: Target): readonly Property[] {
  const body = valid(
    contract.operations.find(({ id }) => id === 'createWorkspace')!.body as Schema,
  ) as fc.Arbitrary<Body>
  const which = fc.nat(5)
  const steps: fc.Arbitrary<readonly Step[]> = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('create' as const), body }),
      fc.record({ do: fc.constant('change' as const), which, body }),
      fc.record({ do: fc.constant('delete' as const), which }),
      fc.record({ do: fc.constant('read' as const), which }),
      fc.record({
        do: fc.constant('list' as const),
        limit: fc.integer({ min: 1, max: 5 }),
        offset: fc.nat(4),
      }),
    ),
    { minLength: 4, maxLength: 20, size: 'max' },
  )

  const workspaces = property(
    'reads workspaces as they were written',
    steps,
    async (all) => {
      const { api, organization_id, workspace_id } = await platform.organization()
      const path = `/orgs/${organization_id}/workspaces`
      const existing = new Map([[workspace_id, written({ name: 'Main' })]])
      const gone = new Set<string>()
      const comparisons: (readonly [string, unknown, unknown])[] = []
      const same = (what: string, found: unknown, wanted: unknown): void =>
        void comparisons.push([what, found, wanted])
      const chosen = (index: number): string =>
        [...existing.keys(), ...gone][index % (existing.size + gone.size)]!

      async function execute(step: Step): Promise<void> {
        if (step.do === 'create') {
          const got = await api.post(path, step.body)
          same('create', got.status, 201)
          return void existing.set(got.body.workspace_id as string, written(step.body))
        }
        if (step.do === 'list') {
          const { items, total } = (
            await api.get(`${path}?limit=${step.limit}&offset=${step.offset}`)
          ).body as { items: readonly unknown[]; total: number }
          same('total', total, existing.size)
          return same(
            'page',
            items.length,
            Math.max(0, Math.min(step.limit, existing.size - step.offset)),
          )
        }
        const id = chosen(step.which)
        const before = existing.get(id)
        if (step.do === 'delete') {
          same('delete', (await api.delete(`${path}/${id}`)).status, before ? 204 : 404)
          existing.delete(id)
          return void gone.add(id)
        }
        if (step.do === 'change' && before) existing.set(id, written(step.body))
        const got =
          step.do === 'change'
            ? await api.put(`${path}/${id}`, step.body)
            : await api.get(`${path}/${id}`)
        same(step.do, got.status, before ? 200 : 404)
        if (!before) return
        const wanted = existing.get(id)!
        same('name', got.body.name, wanted.name)
        same('description', got.body.description, wanted.description)
      }
      for (const step of all) await execute(step)
      expectNone(
        comparisons
          .filter(([, found, wanted]) => found !== wanted)
          .map(([what, found, wanted]) => `${what} is ${String(found)}, not ${String(wanted)}`),
        path,
      )
      await expectIntactChain(api, organization_id, 7)
    },
    0.4,
  )

  async function expectIntactChain(
    api: { get: (path: string) => Promise<{ readonly body: unknown }> },
    organization_id: string,
    limit: number,
  ): Promise<void> {
    const check = verifyChain()
    const records: ShownAuditRecord[] = []
    let cursor = ''
    for (const _ of atMost(10_000, 'the audit log does not end')) {
      const { items, next_cursor } = (
        await api.get(`/audit-logs?organization_id=${organization_id}&limit=${limit}${cursor}`)
      ).body as { items: readonly ShownAuditRecord[]; next_cursor?: string }
      records.push(...items)
      if (next_cursor === undefined) break
      cursor = `&cursor=${encodeURIComponent(next_cursor)}`
    }
    for (const record of records.toReversed()) check.feed(record)
    const { intact, broken } = check.report()
    const first = records.at(-1)?.sequence
    expectNone(
      [
        ...(intact ? [] : [`the chain is broken at ${broken?.sequence}: ${broken?.fault}`]),
        ...(records.length === records[0]!.sequence - first! + 1 && first === 1
          ? []
          : [`${records.length} records up to number ${records[0]!.sequence}`]),
      ],
      organization_id,
    )
  }
  return [workspaces]
}
