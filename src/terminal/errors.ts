/** The command line was not understood: exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** What was asked for cannot be done, and the sentence says why and what would help: exit code 1. */
export class Refused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Refused'
  }
}

/** Errors whose message is a sentence for the operator already; by name, so that a wrong flag does not load a database. */
const SPEAKING = [
  'UsageError',
  'Refused',
  'AgentFolderError',
  'ConfigError',
  'StoreRefused',
  'StoreLocked',
  'BackupRefused',
]

/** Any error as one line and an exit code: 2 where the command line is wrong, else 1. */
export function describeFailure(cause: unknown): { line: string; code: number } {
  return {
    line: sentence(cause).replace(/\s*\n\s*/g, ' '),
    code: cause instanceof UsageError ? 2 : 1,
  }
}

function sentence(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (SPEAKING.includes(cause.name)) return cause.message
  if (cause.name === 'StoreUnavailable') return `${cause.message} ${reason(cause.cause)}`
  const { code, syscall } = cause as NodeJS.ErrnoException
  if (syscall === 'listen' || syscall === 'getaddrinfo') return cannotListen(cause)
  return code === undefined
    ? `This should not have happened: ${cause.message}. SVC_LOG_LEVEL=debug shows where.`
    : `${cause.message}.`
}

const reason = (cause: unknown): string => (cause instanceof Error ? `${cause.message}.` : '')

function cannotListen(
  error: NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string },
): string {
  const where = `${error.address ?? error.hostname ?? ''}${error.port === undefined ? '' : `:${error.port}`}`
  return (
    LISTENING[error.code ?? '']?.(where) ??
    `It is not possible to listen on ${where}: ${error.message}.`
  )
}

const unknownHost = (where: string): string =>
  `The host name ${where} is not known; give an address of this machine with --host, such as 127.0.0.1.`

const LISTENING: Readonly<Record<string, (where: string) => string>> = {
  EADDRINUSE: (where) =>
    `Something is listening on ${where} already; choose another port with --port, or --port 0 for any free one.`,
  EACCES: (where) =>
    `This user may not listen on ${where}; choose a port from 1024 on with --port.`,
  EADDRNOTAVAIL: (where) =>
    `${where} is no address of this machine; give one of its own with --host, 127.0.0.1 for this machine only or 0.0.0.0 for all.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
}
