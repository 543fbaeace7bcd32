import { dirname } from 'node:path'

/** Absolute path of the checkout. */
export const workspaceRoot = dirname(dirname(import.meta.dirname))
