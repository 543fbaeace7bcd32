import { fileURLToPath } from 'node:url'
import type { ServerCommand } from './server-process.ts'

const SCRIPT = fileURLToPath(new URL('../by-hand/by-hand-fixed-server.ts', import.meta.url))

/** Returns the command of a minimal node:http server that responds to everything with this many bytes. */
export function byHandCommand(bytes: number): ServerCommand {
  return { args: [SCRIPT, String(bytes)], readyPath: '/' }
}
