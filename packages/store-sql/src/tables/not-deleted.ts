import { sql } from 'kysely'

/**
 * What `deleted` of a live flag equals. In the text, not a parameter, and word for word as the partial indexes have
 * it: only then do both databases see that those indexes hold all that is asked for.
 */
export const NOT_DELETED = sql.lit(false)

/** What it equals of a deleted one, for the same reason. */
export const DELETED = sql.lit(true)
