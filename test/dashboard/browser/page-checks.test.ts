import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClock } from '../../../src/system.ts'
import { samples } from '../../kit/samples.ts'
import { browserTest } from '../browser-test.ts'
import type { Dashboard } from '../dashboard.ts'
import {
  covered,
  hashes,
  open,
  reordering,
  sideways,
  skipsNavigation,
  spilled,
  tooWide,
  unfocusable,
  whenFailed,
  whileLoading,
  withoutConnection,
} from '../pictures/checks.ts'
import { createPageRecord } from '../pictures/record.ts'
import { agentsThatFail } from '../seed.ts'
import { MONTHS, MONTH, seedYear } from '../pictures/year.ts'
import { EMPTY_STATES, pathsOf, type PageAddress } from '../pictures/addresses.ts'

const FILLED = 'ada@acme.example'
const EMPTY = 'eve@empty.example'
const SHOTS = process.env['SHOTS']
const ALL = Object.keys(pathsOf())
const CORE = ['registry', 'installations', 'tasks']
/** The pages whose states are checked by default: a single one, because the banner about a lost connection takes a long time to appear. */
const STATE_CHECK_PAGES = ['tasks']

/** Returns `shown` as JSON if it differs from `wanted`. */
const differing = (shown: readonly string[], wanted: readonly string[]): string | undefined =>
  JSON.stringify(shown) === JSON.stringify(wanted) ? undefined : JSON.stringify(shown)

browserTest('the checks of every page', (start) => {
  let dashboard: Dashboard
  let filled: Page
  let empty: Page
  let addresses: Readonly<Record<string, PageAddress>>
  const record = createPageRecord(SHOTS)
  beforeAll(async () => {
    const clock = createClock(() => Date.now() - MONTHS * MONTH)
    dashboard = await start({}, { clock, agentCaller: agentsThatFail(9) })
    const owner = await dashboard.organization('enterprise', 'Acme Robotics', FILLED)
    const ids = await seedYear(dashboard, owner, SHOTS === undefined ? 'few' : 'many')
    const other = await dashboard.organization('enterprise', 'Empty', EMPTY)
    for (const email of [FILLED, EMPTY])
      await dashboard.store.addOperator(dashboard.context(), { email })
    addresses = pathsOf(ids, other.workspace_id)
    filled = await dashboard.visit(FILLED)
    empty = await dashboard.visit(EMPTY)
  }, 300_000)
  afterAll(() => record.end())

  const each = SHOTS === undefined ? samples(CORE, ALL) : ALL
  const states = SHOTS === undefined ? samples(STATE_CHECK_PAGES, ALL) : ALL
  describe.each(each)('%s', (name) => {
    it('with the data of a year, fits the window, isolates right-to-left text, shows names instead of hashes and can be used with the keyboard', async () => {
      const { path } = addresses[name]!
      for (const width of [1440, 390]) {
        await filled.setViewportSize({ width, height: width === 390 ? 844 : 900 })
        await open(filled, path)
        const faults = [spilled, sideways, covered].map((check) => check(filled))
        const fault = (await tooWide(filled)) ?? (await Promise.all(faults)).flat()[0]
        record.note(name, width === 390 ? 'narrow' : 'long', fault)
      }
      await filled.setViewportSize({ width: 1440, height: 900 })
      record.note(name, 'rtl', (await reordering(filled))[0])
      record.note(name, 'names', (await hashes(filled))[0])
      await record.pictures(filled, `${name}-year`)
      const unreachable = (await unfocusable(filled))[0]
      const skips = await skipsNavigation(filled)
      record.note(
        name,
        'keyboard',
        unreachable ??
          (skips ? undefined : 'the first Tab does not focus a link that skips the navigation'),
      )
      expect(record.faultsOf(name, ['long', 'narrow', 'rtl', 'names', 'keyboard'])).toEqual([])
    })

    it.runIf(states.includes(name))(
      'shows placeholders while it loads, an error with a retry, and old data without a connection',
      async () => {
        const { path } = addresses[name]!
        const { placeholders, alerts, empty: emptyLists } = await whileLoading(filled, path)
        const early = alerts + emptyLists > 0 ? 'an error or an empty list' : 'nothing'
        record.note(
          name,
          'loading',
          placeholders > 0 && alerts + emptyLists === 0 ? undefined : early,
        )
        const failed = await whenFailed(filled, path)
        record.note(
          name,
          'failed',
          failed.alerts > 0 && failed.retries > 0 ? undefined : JSON.stringify(failed),
        )
        record.note(name, 'stale', await withoutConnection(filled, path))
        expect(record.faultsOf(name, ['loading', 'failed', 'stale'])).toEqual([])
      },
    )

    it('says that there is nothing yet, and what to do', async () => {
      const { empty: path } = addresses[name]!
      if (path === undefined) return
      await open(empty, path)
      const shown = await empty.locator('main .empty-title').allInnerTexts()
      const offered = await empty.locator('main .empty :is(a, button)').allInnerTexts()
      const state = EMPTY_STATES[name]
      if (state) {
        record.note(name, 'empty', differing(shown, [state.title]))
        record.note(name, 'action', differing(offered, state.actions))
      } else record.note(name, 'empty', differing(shown, []))
      await record.pictures(empty, `${name}-empty`)
      expect(record.faultsOf(name, ['empty', 'action'])).toEqual([])
    })
  })
})
