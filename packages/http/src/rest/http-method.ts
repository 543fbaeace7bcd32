export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The methods an endpoint can be declared with. HEAD follows from GET, OPTIONS from CORS. */
export type HttpMethod = (typeof HTTP_METHODS)[number]
