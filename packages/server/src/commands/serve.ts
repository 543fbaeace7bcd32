import { setTimeout as pause } from 'node:timers/promises'
import { banner, bannerData } from '../banner.ts'
import { keepCompiledCode } from '../compiled-code.ts'
import { endOnCrash } from '../end-on-crash.ts'
import { type Log, logToStandardError } from '../logging/logger.ts'
import { ownCommand } from '../own-command.ts'
import { ownVersion } from '../own-version.ts'
import { runServer, type StartedServer } from '../run-server.ts'
import type { Settings } from '../settings/settings.ts'
import { onStopSignal } from '../stop-signal.ts'
import { printOutput } from './command-output.ts'

/** `flagdeck serve`: runs the server until it receives a signal to stop. */
export async function serve(settings: Settings, json: boolean): Promise<void> {
  const log = logToStandardError(settings)
  endOnCrash(log)
  // Handlers are installed before the start: the first process of a container has no default signal handlers.
  let server: StartedServer | undefined
  const stopServer = async () => {
    if (server) await stop(server, settings, log)
  }
  onStopSignal(stopServer, settings.drainDelayMs + settings.shutdownTimeoutMs, log)
  server = await runServer(settings, log.logger)
  const summary = { version: ownVersion(), server, settings, command: ownCommand(process.env) }
  printOutput({ data: bannerData(summary), text: banner(summary) }, json)
  log.logger.info({ url: server.url, version: summary.version }, 'ready')
  keepCompiledCode()
}

async function stop(server: StartedServer, settings: Settings, { logger }: Log): Promise<void> {
  server.drain()
  // Load balancers need a moment to notice that this instance is draining.
  if (settings.drainDelayMs > 0) await pause(settings.drainDelayMs)
  const drained = await server.close(drainTimeoutMs(settings.shutdownTimeoutMs))
  if (!drained) logger.warn('unfinished requests were cut off')
}

/** Leaves time to close the database after the last request. */
function drainTimeoutMs(shutdownTimeoutMs: number): number {
  return Math.max(shutdownTimeoutMs * 0.8, shutdownTimeoutMs - 1000)
}
