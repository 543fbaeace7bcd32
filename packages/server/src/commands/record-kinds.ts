/** The kinds of things that have versions. */
export const THING_KINDS = ['flag', 'cohort', 'dashboard'] as const

export type ThingKind = (typeof THING_KINDS)[number]
