import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
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
    const text = String(loaded.source)
    const places = text.split(fault.from).length - 1
    if (places !== 1)
      throw new Error(`"${fault.says}" fits ${places} places of ${fault.file}, not one`)
    return { ...loaded, source: text.replace(fault.from, () => fault.to) }
  },
})
