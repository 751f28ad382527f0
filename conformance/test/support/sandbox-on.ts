// A process of its own: the sandbox on the store that is named, with one line of JSON that tells where it is.
import { startSandbox } from '../../../src/sandbox/sandbox.ts'

const { facts } = await startSandbox(0, 'error', process.argv[2])
process.stdout.write(`${JSON.stringify(facts)}\n`)
