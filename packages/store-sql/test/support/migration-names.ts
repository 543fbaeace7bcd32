export const FIRST_RELEASE = '0001-initial'

/** Names of the migrations that the first release did not have, in the order they run. */
export const SINCE_FIRST_RELEASE = [
  '0002-persons-and-cohorts',
  '0003-dashboards',
  '0004-usage',
  '0005-idempotency-keys',
  '0006-project-versions',
  '0007-usage-keys',
  '0008-events-add-group-types',
  '0009-deleted-flags',
  '0010-deleted-dashboards',
] as const
