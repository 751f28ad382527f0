import { afterAll, describe, expect } from 'vitest'
import type { Overrides } from '../../src/app/app.ts'
import type { Config } from '../../src/config/config.ts'
import { isToolMissing } from '../kit/tools.ts'
import { STORE_KINDS, startDashboard, type Dashboard } from './dashboard.ts'

/** Starts the registry of a test, which is stopped after it. */
export type Start = (settings?: Partial<Config>, overrides?: Overrides) => Promise<Dashboard>

/**
 * Defines browser tests, which run on SQLite and PostgreSQL, or on the one that TEST_STORE selects. They fail if a page has recorded
 * faults, and are skipped without a browser.
 */
export const browserTest = (title: string, define: (start: Start) => void): void =>
  describe.skipIf(isToolMissing('chromium')).each(STORE_KINDS)(`${title}, on %s`, (kind) => {
    let dashboard: Dashboard | undefined
    afterAll(async () => {
      const faults = dashboard?.faults() ?? []
      await dashboard?.end()
      expect(faults).toEqual([])
    })
    define(async (settings, overrides) =>
      (dashboard = await startDashboard(kind, settings, overrides)))
  })
