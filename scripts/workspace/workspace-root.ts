import { dirname } from 'node:path'

/** The absolute path of the checkout. */
export const workspaceRoot = dirname(dirname(import.meta.dirname))
