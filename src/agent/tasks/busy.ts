/**
 * Thrown by a skill that has no capacity left. The task fails with `rate_limited` instead of `execution_error`, because a later attempt can
 * succeed (docs/specification/agent-protocol.md#external-limits).
 */
export class SkillBusyError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SkillBusyError'
  }
}
