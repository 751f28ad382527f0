import type { Dialect, State } from './javascript.ts'

const skill = {
  id: 'hello',
  name: 'Hello',
  description: 'Says hello.',
  tags: ['hello'],
  examples: [],
}
const about = { name: 'Hello World', description: 'Says hello.', version: '1.0.0' }
const modes = { defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] }

/** `TaskState` of `@a2a-js/sdk` 1.x. */
const STATES: Readonly<Record<State, number>> = {
  working: 2,
  completed: 3,
  failed: 4,
  canceled: 5,
  'input-required': 6,
}
const ROLE_AGENT = 2

const parts = (text: string) => [
  {
    content: { $case: 'text', value: text },
    metadata: undefined,
    filename: '',
    mediaType: 'text/plain',
  },
]
type Ids = Parameters<Dialect['status']>[0]
const message = ({ taskId, contextId }: Ids, text: string) => ({
  messageId: crypto.randomUUID(),
  contextId,
  taskId,
  role: ROLE_AGENT,
  parts: parts(text),
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
})
const status = (context: Ids, state: State, text?: string) => ({
  state: STATES[state],
  message: text === undefined ? undefined : message(context, text),
  timestamp: new Date().toISOString(),
})

/** `@a2a-js/sdk` 1.x. */
export const CURRENT: Dialect = {
  sdk: 'a2a-sdk-1',
  card: (url) => ({
    ...about,
    ...modes,
    supportedInterfaces: [
      { url: `${url}/rpc`, protocolBinding: 'JSONRPC', tenant: '', protocolVersion: '1.0' },
    ],
    provider: undefined,
    capabilities: { streaming: true, pushNotifications: false, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    skills: [{ ...skill, inputModes: [], outputModes: [], securityRequirements: [] }],
    signatures: [],
  }),
  message: (context, text) => ({
    kind: 'message',
    data: { ...message(context, text), taskId: '' },
  }),
  task: (context, state) => ({
    kind: 'task',
    data: {
      id: context.taskId,
      contextId: context.contextId,
      status: status(context, state),
      artifacts: [],
      history: [],
      metadata: undefined,
    },
  }),
  status: (context, state, text) => ({
    kind: 'statusUpdate',
    data: {
      taskId: context.taskId,
      contextId: context.contextId,
      status: status(context, state, text),
      metadata: undefined,
    },
  }),
  artifact: ({ taskId, contextId }, text) => ({
    kind: 'artifactUpdate',
    data: {
      taskId,
      contextId,
      artifact: {
        artifactId: 'a',
        name: 'result',
        description: '',
        parts: parts(text),
        metadata: undefined,
        extensions: [],
      },
      append: false,
      lastChunk: true,
      metadata: undefined,
    },
  }),
}

const legacyMessage = ({ taskId, contextId }: Ids, text: string) => ({
  kind: 'message',
  messageId: crypto.randomUUID(),
  contextId,
  taskId,
  role: 'agent',
  parts: [{ kind: 'text', text }],
})
const legacyStatus = (context: Ids, state: State, text?: string) => ({
  state,
  ...(text !== undefined && { message: legacyMessage(context, text) }),
})

/** `@a2a-js/sdk` 0.3.x. */
export const LEGACY: Dialect = {
  sdk: 'a2a-sdk-0.3',
  card: (url) => ({
    ...about,
    ...modes,
    protocolVersion: '0.3.0',
    url: `${url}/rpc`,
    preferredTransport: 'JSONRPC',
    capabilities: { streaming: true },
    skills: [skill],
  }),
  message: (context, text) => ({ ...legacyMessage(context, text), taskId: undefined }),
  task: (context, state) => ({
    kind: 'task',
    id: context.taskId,
    contextId: context.contextId,
    status: legacyStatus(context, state),
  }),
  status: (context, state, text) => ({
    kind: 'status-update',
    taskId: context.taskId,
    contextId: context.contextId,
    status: legacyStatus(context, state, text),
    final: state !== 'working',
  }),
  artifact: ({ taskId, contextId }, text) => ({
    kind: 'artifact-update',
    taskId,
    contextId,
    artifact: { artifactId: 'a', parts: [{ kind: 'text', text }] },
    lastChunk: true,
  }),
}
