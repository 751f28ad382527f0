/** Thrown for an invalid setting. The message names the setting and its valid values. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}
