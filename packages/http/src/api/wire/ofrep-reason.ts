import { type EvaluatedFlag, type OpenFeatureReason, openFeatureReason } from '@flagdeck/core/operations'

/** Reasons as OFREP knows them. */
export const OFREP_REASONS = ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'] as const
export type OfrepReason = (typeof OFREP_REASONS)[number]

/** The reason of a decision in OFREP's words (PROTO-22). */
export function ofrepReason({ flag, decision }: EvaluatedFlag): OfrepReason {
  return IN_OFREP[openFeatureReason(decision, flag)]
}

const IN_OFREP: Readonly<Record<OpenFeatureReason, OfrepReason>> = {
  static: 'STATIC',
  targeting_match: 'TARGETING_MATCH',
  split: 'SPLIT',
  disabled: 'DISABLED',
  default: 'UNKNOWN',
  unknown: 'UNKNOWN',
  error: 'UNKNOWN',
}
