import { createRequire } from 'node:module'

/**
 * The parts of `node:http` that are needed at runtime. An `import` reads all exports of the module, and reading its
 * `WebSocket` loads an unused client: 14 MB of memory.
 */
export const { createServer, STATUS_CODES } = createRequire(import.meta.url)('node:http') as typeof import('node:http')
