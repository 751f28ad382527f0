/** Thrown for an invalid command line; the exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** Thrown if a command fails; the message says why and what to do, and the exit code is 1. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandError'
  }
}

/**
 * Names of the errors whose messages are written for the person who runs the command. They are compared by name, so that reporting a wrong
 * flag does not load the modules of the database.
 */
const EXPECTED_ERRORS = [
  'UsageError',
  'CommandError',
  'AgentFolderError',
  'ConfigError',
  'StoreRefused',
  'StoreLocked',
  'FileLockUnusable',
  'MasterKeyMissing',
  'BackupRefused',
  'BucketFailed',
  'WitnessError',
]

/** Returns whether the message of an error is written for the person who runs the command. A server logs all other errors. */
export const isExpectedError = (cause: unknown): boolean =>
  cause instanceof Error && EXPECTED_ERRORS.includes(cause.name)

/** Returns the message of an error as one line, and the exit code: 2 for an invalid command line, else 1. */
export function describeError(cause: unknown): { line: string; code: number } {
  return {
    line: messageOf(cause).replace(/\s*\n\s*/g, ' '),
    code: cause instanceof UsageError ? 2 : 1,
  }
}

function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (EXPECTED_ERRORS.includes(cause.name)) return cause.message
  if (cause.name === 'StoreUnavailable') return `${cause.message} ${reasonOf(cause.cause)}`
  const { code, syscall } = cause as NodeJS.ErrnoException
  if (syscall === 'listen' || syscall === 'getaddrinfo') return describeListenError(cause)
  return code === undefined
    ? `Internal error: ${cause.message}. Set SVC_LOG_LEVEL=debug to see where it happened.`
    : `${cause.message}.`
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? `${cause.message}.` : '')

/** The flags with which a person chooses an address to listen on. */
interface ListenFlags {
  readonly host: string
  readonly port: string
}

/** Returns a sentence about an address on which this process cannot listen. */
export function describeListenError(
  error: NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string },
  flags: ListenFlags = { host: '--host', port: '--port' },
): string {
  const where = `${error.address ?? error.hostname ?? ''}${error.port === undefined ? '' : `:${error.port}`}`
  return (
    LISTEN_ERRORS[error.code ?? '']?.(where, flags) ??
    `Cannot listen on ${where}: ${error.message}.`
  )
}

const unknownHost = (where: string, { host }: ListenFlags): string =>
  `The host name ${where} cannot be resolved; give an address of this machine with ${host}, such as 127.0.0.1.`

const LISTEN_ERRORS: Readonly<Record<string, (where: string, flags: ListenFlags) => string>> = {
  EADDRINUSE: (where, { port }) =>
    `The address ${where} is already in use; choose another port with ${port}, or ${port} 0 for any free port.`,
  EACCES: (where, { port }) =>
    `This user may not listen on ${where}; choose a port of 1024 or higher with ${port}.`,
  EADDRNOTAVAIL: (where, { host }) =>
    `${where} is not an address of this machine; give one with ${host}: 127.0.0.1 for this machine only, 0.0.0.0 for all interfaces.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
}
