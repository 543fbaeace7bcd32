import { type Logger, logToStandardError } from './logging/logger.ts'
import { runServer } from './run-server.ts'
import { type ServerOptions, settingsFromOptions } from './settings/read-settings.ts'

/** A server inside this process. */
export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:8000`. */
  readonly url: string
  /** What a first start on an empty database made: shown here and never again. */
  readonly credentials: { readonly personalApiKey: string; readonly projectToken: string } | undefined
  /** Finishes what was begun, then closes the database. */
  close(): Promise<void>
}

/**
 * Starts a whole server in this process, for tests, benchmarks and programs that bring their own. The environment
 * does not count; signals and crashes stay the program's business.
 *
 * @param options settings by their names in code; what is missing has its default
 * @param logger a pino logger; without one, logs go to standard error as the settings say
 * @throws SettingsProblem, BootstrapProblem, StoreUnavailable, StoreTooNew or the error of `listen`
 * @example
 * const server = await startServer({ port: 0, databaseUrl: 'sqlite::memory:', logLevel: 'warn' })
 * await fetch(`${server.url}/_readyz`)
 * await server.close()
 */
export async function startServer(options: ServerOptions = {}, logger?: Logger): Promise<RunningServer> {
  const settings = settingsFromOptions(options)
  const { url, firstRun, close } = await runServer(settings, logger ?? logToStandardError(settings).logger)
  return {
    url,
    credentials: firstRun && { personalApiKey: firstRun.personalApiKey, projectToken: firstRun.project.apiToken },
    close: async () => {
      await close(settings.shutdownTimeoutMs)
    },
  }
}
