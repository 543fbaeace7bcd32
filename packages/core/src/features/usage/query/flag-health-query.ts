export const HEALTH_REPORTS = ['stale', 'unknown', 'rollout'] as const
export type HealthReport = (typeof HEALTH_REPORTS)[number]

/** A query for flags that need attention (INSIGHT-40). */
export interface FlagHealthQuery {
  readonly kind: 'FlagHealthQuery'
  readonly report: HealthReport
}
