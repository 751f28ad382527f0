/** Returns the value of an environment variable, which must be set. */
export function env(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

/** Throws unless a condition holds. */
export function check(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Error(problem)
}

/** Returns the agent that a program registers. */
export const agentToRegister = () => ({
  svc_id: env('SVC_AGENT_ID'),
  name: env('SVC_AGENT_NAME'),
  version: '1.0.0',
  public_key: env('SVC_AGENT_PUBLIC_KEY'),
  manifest_hash: env('SVC_AGENT_MANIFEST_HASH'),
})

/** Returns the task that a program sends to an agent. */
export const taskToSend = () => ({
  input: { skill: env('SVC_SKILL'), message: 'One. Two. Three. Four.' },
})
