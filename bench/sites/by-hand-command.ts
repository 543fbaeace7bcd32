import { fileURLToPath } from 'node:url'
import type { ServerCommand } from './server-process.ts'

const SCRIPT = fileURLToPath(new URL('../by-hand/by-hand-fixed-server.ts', import.meta.url))

/** A bare node:http server that answers everything with so many bytes. */
export function byHandCommand(bytes: number): ServerCommand {
  return { args: [SCRIPT, String(bytes)], readyPath: '/' }
}
