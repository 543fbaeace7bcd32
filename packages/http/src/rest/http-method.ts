export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The methods that an endpoint can declare. HEAD is derived from GET, OPTIONS from CORS. */
export type HttpMethod = (typeof HTTP_METHODS)[number]
