import { expect, it } from 'vitest'
import { FilterBar } from '../../../dashboard/src/pages/tasks/filter-bar.tsx'
import { FilterSearch } from '../../../dashboard/src/parts/forms/filters.tsx'
import { propsOf } from './render.ts'

it('keeps a space at the end of a skill while the user types', () => {
  const changes: object[] = []
  const filters = { workspace: 'ws_1', status: '', skill: '', agent: '' } as const
  const [search] = propsOf<{ onSearch: (text: string) => void }>(FilterSearch as never, () =>
    FilterBar({ filters, change: (change) => changes.push(change) }),
  )
  search!.onSearch('read ')
  expect(changes).toEqual([{ skill: 'read ' }])
})
