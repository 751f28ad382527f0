import type { App } from '../../app/app.ts'
import { CommandError, isExpectedError } from '../../terminal/errors.ts'
import { operatorCommands } from './commands.ts'
import { openControlSocket, type ControlRequest } from './control-socket.ts'
import { operatorServices } from './services.ts'

/** Runs operator commands in the process that serves the store in this file, because no other process can open it. */
export async function serveCommands(
  { services, clock, logger }: App,
  storeFile: string,
): Promise<readonly { close(): unknown }[]> {
  const { store, signer, images, master_keys, keys } = services
  const execute = async ({ command, args, user }: ControlRequest) => {
    const known = operatorCommands.find(({ path }) => path === command)
    if (!known)
      throw new CommandError(
        `The process that serves the store has no command ${command}; restart it with a version that has it.`,
      )
    const running = known.execute(
      operatorServices({
        store,
        now: clock.now,
        user,
        masterKeys: async () => master_keys,
        loadSigner: async () => signer,
        images: async () => images,
        onKeyChange: () => keys.refresh(),
      }),
      args,
    )
    return running.catch((cause: unknown) => {
      // The message of an expected error is written for the person who runs the command.
      if (!isExpectedError(cause))
        logger.error({ err: cause, command }, 'an operator command ended with an unexpected error')
      throw cause
    })
  }
  try {
    return [await openControlSocket(storeFile, execute)]
  } catch (cause) {
    logger.warn(
      { reason: (cause as Error).message },
      'operator commands cannot reach this store while it is served: the control socket beside it cannot be opened',
    )
    return []
  }
}
