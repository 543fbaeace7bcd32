/** The headers that the success of an endpoint may have in addition to the usual ones. */
export const RESPONSE_HEADERS = ['ETag', 'Flagdeck-Version'] as const
export type ResponseHeader = (typeof RESPONSE_HEADERS)[number]
