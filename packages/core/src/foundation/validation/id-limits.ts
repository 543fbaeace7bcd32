/** Characters of a distinct id that decide what flags answer: the others are cut off, as PostHog cuts them (EVAL-53). */
export const DISTINCT_ID_LIMIT = 200
/** Characters that a stored distinct id, a device id or the key of a group may have. */
export const STORED_ID_LIMIT = 400
