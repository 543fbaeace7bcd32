/** Holds a personal API key for commands that send requests to a server. The server has no such setting. */
export const API_KEY_VARIABLE = 'FLAGDECK_API_KEY'
