/** The supported versions of A2A, the preferred one first. */
export const A2A_VERSIONS = ['1.0', '0.3'] as const
export type A2aVersion = (typeof A2A_VERSIONS)[number]
