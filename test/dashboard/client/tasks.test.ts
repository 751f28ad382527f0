import { h } from 'preact'
import { expect, it } from 'vitest'
import { FilterBar } from '../../../dashboard/src/pages/tasks/filter-bar.tsx'
import { TaskSummaryPanels } from '../../../dashboard/src/pages/tasks/summary.tsx'
import { FilterSearch } from '../../../dashboard/src/parts/forms/filters.tsx'
import { propsOf, renderPage, textOf } from './render.ts'

it('keeps a space at the end of a skill while the user types', () => {
  const changes: object[] = []
  const filters = { workspace: 'ws_1', status: '', skill: '', agent: '' } as const
  const [search] = propsOf<{ onSearch: (text: string) => void }>(FilterSearch as never, () =>
    FilterBar({ filters, change: (change) => changes.push(change) }),
  )
  search!.onSearch('read ')
  expect(changes).toEqual([{ skill: 'read ' }])
})

it('says that the statistics, apart from the numbers of tasks in each state, are those of the newest tasks', async () => {
  const shown = async (recent_tasks: number) => {
    const counts = {
      submitted: 0,
      working: 0,
      completed: 4000,
      failed: 1,
      canceled: 0,
      rejected: 0,
    }
    const execution_time_ms = { samples: recent_tasks, p50: 8, p90: 9, p99: 9, max: 9 }
    const failures = [{ code: 'execution_error', tasks: 1 }]
    const data = { counts, recent_tasks, failures, execution_time_ms, series: [] }
    const panels = () => h(TaskSummaryPanels, { workspace_id: 'ws_1', onStatus: () => undefined })
    const responded = [[['tasks', 'summary', 'ws_1'], { data }]] as const
    return textOf(await renderPage(panels, { responded }))
  }
  const many = await shown(100)
  expect(many).toMatch(/Outcomes newest 100 tasks .*Failures by code newest 100 tasks/)
  expect(many).toContain('90% of the newest tasks took at most 9 ms')
  expect(await shown(1)).toMatch(/Outcomes newest task .*Failures by code newest task /)
})
