import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { plant } from '../../kit/planting.ts'
import { FAULTS } from './faults.ts'

/**
 * Plants one fault in the sources while they are loaded, for `node --import`. SVC_HISTORY_FAULT names it. The process ends if the fault
 * does not match exactly one place.
 */
const fault = FAULTS.find(({ description }) => description === process.env['SVC_HISTORY_FAULT'])
if (!fault) throw new Error(`Unknown fault "${process.env['SVC_HISTORY_FAULT']}"`)
const path = fileURLToPath(new URL(`../../../${fault.file}`, import.meta.url))

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.startsWith('file:') || fileURLToPath(url) !== path) return loaded
    return { ...loaded, source: plant(String(loaded.source), fault.from, fault.to) }
  },
})
