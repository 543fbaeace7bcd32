/** The kinds of records that have versions. */
export const RECORD_KINDS = ['flag', 'cohort', 'dashboard'] as const

export type RecordKind = (typeof RECORD_KINDS)[number]
