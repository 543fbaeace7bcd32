/** Where commands that ask a server find a personal API key; the server itself has no such setting. */
export const API_KEY_VARIABLE = 'FLAGDECK_API_KEY'
