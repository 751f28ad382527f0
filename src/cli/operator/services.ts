import { randomBytes } from 'node:crypto'
import { pinKey } from '../../domain/organizations/sign-in.ts'
import { pin } from '../../domain/secrets.ts'
import type { MasterKeys } from '../../domain/trust/master-keys.ts'
import type { Signer } from '../../domain/trust/signing-keys.ts'
import type { CallContext } from '../../store/context.ts'
import { administerKeys } from '../trust/key-administration.ts'
import type { OperatorServices } from './command.ts'

/** What differs between the process of a command and one that serves the store. */
interface Process extends Pick<OperatorServices, 'store' | 'now' | 'masterKeys' | 'images'> {
  /** The operating system's name for the user who runs the command, by which the audit log names the operator. */
  readonly user: string
  readonly loadSigner: (context: CallContext, keys: MasterKeys) => Promise<Signer>
  /** Called after a change of the signing keys. */
  readonly onKeyChange?: () => Promise<void>
}

/** Returns the services of operator commands. */
export function operatorServices({
  store,
  now,
  masterKeys,
  images,
  user,
  loadSigner,
  onKeyChange: onChange,
}: Process): OperatorServices {
  const context = (): CallContext => ({
    now: now(),
    actor: { type: 'operator', id: user, ip: null },
    request_id: null,
    user_agent: 'svc-registry',
    random: randomBytes,
  })
  return {
    store,
    now,
    context,
    masterKeys,
    images,
    async signer() {
      const master_keys = await masterKeys()
      return loadSigner(context(), master_keys)
    },
    keys: async () =>
      administerKeys({
        store,
        context,
        master_keys: await masterKeys(),
        ...(onChange && { onChange }),
      }),
    async pins() {
      const master_keys = await masterKeys()
      // Loading the signer verifies the keys: with those of another store, every PIN would be wrong.
      await loadSigner(context(), master_keys)
      const keys = await master_keys.use((ring) => store.readOpeningKeys({ master_keys: ring }))
      return (challenge) => pin(pinKey(keys, challenge), challenge.challenge_id)
    },
  }
}
