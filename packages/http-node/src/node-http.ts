import { createRequire } from 'node:module'

/**
 * What is needed of `node:http` while it runs. An `import` reads all that a module exports, and to read the WebSocket
 * of this one is to load a client that nobody asked for: 14 MB of memory.
 */
export const { createServer, STATUS_CODES } = createRequire(import.meta.url)('node:http') as typeof import('node:http')
