/** The package `svc-agent`: the library for authors of agents. */
import '../../src/require-node.ts'

export * from '../../src/agent/index.ts'
