import { sql } from 'kysely'

/**
 * The value of `deleted` for a live flag. It is in the text instead of a parameter, and is written exactly as in the
 * partial indexes. Only then do both databases detect that those indexes contain all requested rows.
 */
export const NOT_DELETED = sql.lit(false)

/** The value for a deleted flag, for the same reason. */
export const DELETED = sql.lit(true)
