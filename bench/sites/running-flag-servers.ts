import type { FlagServer, FlagServerPair } from './flag-server.ts'
import { type ServerProcess, withServerProcess } from './server-process.ts'
import type { SitePair } from './site-pair.ts'

export type RunningFlagServer = FlagServer & ServerProcess

/** Starts both, and stops them after `use`. */
export function withFlagServers<T>(
  { flagdeck, beside }: FlagServerPair,
  use: (running: SitePair<RunningFlagServer>) => Promise<T>,
): Promise<T> {
  return withFlagServer(flagdeck, (flagdeck) => withFlagServer(beside, (beside) => use({ flagdeck, beside })))
}

/** Starts a server, and stops it after `use`. */
export function withFlagServer<T>(server: FlagServer, use: (running: RunningFlagServer) => Promise<T>): Promise<T> {
  return withServerProcess(server.command, (process) => use({ ...server, ...process }))
}
