import type { Config } from '../../src/config.ts'
import { RESPONSE_HOURS } from '../../src/domain/support/ticket.ts'
import type { Chat, ChatMessage, ChatResult } from '../../src/ports/support/chat.ts'

type Support = Config['support']

/** A support desk where everything is set up, unless a test takes something away. */
export const desk = (changes: Partial<Support> = {}): Support => ({
  mail: 'support@registry.example',
  csm: 'success@registry.example',
  chat: { url: 'https://chat.registry.example/hook', format: 'slack' },
  response_hours: RESPONSE_HOURS,
  ...changes,
})

/** A chat that keeps what is posted, and answers as it is told. */
export function keptChat(
  answer: () => ChatResult = () => ({ kind: 'sent' }),
): Chat & { readonly posts: ChatMessage[] } {
  const posts: ChatMessage[] = []
  return {
    posts,
    post: async (message) => {
      posts.push(message)
      return answer()
    },
    close: () => undefined,
  }
}

export const QUESTION = {
  subject: 'Two seats on the March bill',
  message: 'We are billed for two seats\nmore than we have.',
}
