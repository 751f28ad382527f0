import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { plant } from '../../kit/planting.ts'
import { FAULTS } from './faults.ts'

/**
 * Puts one fault into the sources while they are loaded, for `node --import`. Which one stands in the environment; a fault that
 * does not fit exactly one place stops the process.
 */
const fault = FAULTS.find(({ says }) => says === process.env['SVC_HISTORY_FAULT'])
if (!fault) throw new Error(`there is no fault "${process.env['SVC_HISTORY_FAULT']}"`)
const path = fileURLToPath(new URL(`../../../${fault.file}`, import.meta.url))

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.startsWith('file:') || fileURLToPath(url) !== path) return loaded
    return { ...loaded, source: plant(String(loaded.source), fault.from, fault.to) }
  },
})
