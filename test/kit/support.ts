import type { Config } from '../../src/config/config.ts'
import { RESPONSE_HOURS } from '../../src/domain/support/ticket.ts'
import type { Chat, ChatMessage, ChatResult } from '../../src/ports/chat.ts'

type Support = Config['support']

/** Returns a support configuration with every channel, except for the given changes. */
export const supportConfig = (changes: Partial<Support> = {}): Support => ({
  mail: 'support@registry.example',
  csm: 'success@registry.example',
  chat: { url: 'https://chat.registry.example/hook', format: 'slack' },
  response_hours: RESPONSE_HOURS,
  ...changes,
})

/** Creates a chat that records the messages and returns this result. */
export function recordingChat(
  resultOf: () => ChatResult = () => ({ kind: 'sent' }),
): Chat & { readonly posts: ChatMessage[] } {
  const posts: ChatMessage[] = []
  return {
    posts,
    post: async (message) => {
      posts.push(message)
      return resultOf()
    },
    close: () => undefined,
  }
}

export const SUPPORT_REQUEST = {
  subject: 'Two seats on the March bill',
  message: 'We are billed for two seats\nmore than we have.',
}
