import { randomBytes } from 'node:crypto'
import { newKeyText } from '../../store/master-keys/source.ts'
import { command } from '../../terminal/command.ts'

/** `key generate`: prints a new master key without storing it. */
export const generateKey = command({
  path: 'key generate',
  summary: 'Print a new master key, for a key source that you manage yourself',
  about:
    'Prints 32 random bytes as 64 hex digits: one line of the file in SVC_MASTER_KEY_FILE or of the output of SVC_MASTER_KEY_COMMAND, or the value of SVC_MASTER_KEY. The key is not stored anywhere. Send the output to your secret manager rather than to a terminal.',
  flags: {},
  examples: ['key generate', 'key generate | vault kv put secret/registry master-keys=-'],
  async run(_, terminal) {
    terminal.print(newKeyText(randomBytes))
    return 0
  },
})
