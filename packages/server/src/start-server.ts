import { type Logger, logToStandardError } from './logging/logger.ts'
import { runServer } from './run-server.ts'
import { type ServerOptions, settingsFromOptions } from './settings/read-settings.ts'

/** A server inside this process. */
export interface RunningServer {
  /** The address on which it listens, such as `http://127.0.0.1:8000`. */
  readonly url: string
  /** Credentials that a first start on an empty database created. They cannot be read again. */
  readonly credentials: { readonly personalApiKey: string; readonly projectToken: string } | undefined
  /** Finishes running requests, then closes the database. */
  close(): Promise<void>
}

/**
 * Starts a server in this process, for tests, benchmarks and programs that embed one. It ignores the environment, and the
 * program handles signals and crashes.
 *
 * @param options settings by their names in code; missing settings have their defaults
 * @param logger a pino logger; by default, logs go to standard error in the configured format
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
