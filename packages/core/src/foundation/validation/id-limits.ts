/** The number of characters of a distinct id that evaluation uses. Like PostHog, it truncates longer ids (EVAL-53). */
export const DISTINCT_ID_LIMIT = 200
/** The maximum number of characters of a stored distinct id, of a device id, or of a group key. */
export const STORED_ID_LIMIT = 400
