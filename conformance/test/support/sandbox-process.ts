// Runs the sandbox on the given store and prints one line of JSON with its addresses.
import { startSandbox } from '../../../src/sandbox/sandbox.ts'

const { info } = await startSandbox(0, 'error', process.argv[2])
process.stdout.write(`${JSON.stringify(info)}\n`)
