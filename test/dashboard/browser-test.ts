import { afterAll, describe, expect } from 'vitest'
import type { Overrides } from '../../src/app.ts'
import type { Config } from '../../src/config.ts'
import { lacking } from '../kit/tools.ts'
import { STORE_KINDS, startDashboard, type Dashboard } from './dashboard.ts'

/** Starts the registry of a journey; what it has started is ended afterwards. */
export type Start = (settings?: Partial<Config>, overrides?: Overrides) => Promise<Dashboard>

/** A journey on each kind of store. At its end no page has done what it must not. Skipped where there is no browser. */
export const browserTest = (title: string, walk: (start: Start) => void): void =>
  describe.skipIf(lacking('chromium')).each(STORE_KINDS)(`${title}, on %s`, (kind) => {
    let dashboard: Dashboard | undefined
    afterAll(async () => {
      const faults = dashboard?.faults() ?? []
      await dashboard?.end()
      expect(faults).toEqual([])
    })
    walk(
      async (settings, overrides) => (dashboard = await startDashboard(kind, settings, overrides)),
    )
  })
