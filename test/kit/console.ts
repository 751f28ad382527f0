/** A command of a session that a document shows, and what it printed. */
export interface Step {
  readonly command: string
  /** The comment after the command. */
  readonly comment: string
  readonly output: string
}

/** Returns the steps of a session: each line that begins with `$`, and what follows it. */
export const stepsOf = (block: string): readonly Step[] =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [first, ...output] = step.split('\n')
      const [, command, comment = ''] = /^(.*?)(?: +# (.*))?$/.exec(first!)!
      return { command: command!, comment, output: output.join('\n').trim() }
    })

/** Masks the parts of an output that differ in every run. */
export const masked = (text: string): string =>
  text
    .replaceAll(/@\[[\d.]+\]/g, '@[TIME]')
    .replaceAll(/\d{8}T\d{6}Z/g, 'TIME')
    .trim()
