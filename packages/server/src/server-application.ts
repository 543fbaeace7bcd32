import { consoleFiles } from '@flagdeck/console'
import type { Flagdeck } from '@flagdeck/core'
import { checkEncryptionKey } from '@flagdeck/core/operations'
import { type Application, flagdeckApplication, type OpenIdSignIn } from '@flagdeck/http'
import type { RedisServices } from '@flagdeck/redis'
import { runningChecks } from './doctor/running-checks.ts'
import type { Instrumentation } from './instrumentation.ts'
import type { Logger } from './logging/logger.ts'
import { logFailure, logResponse } from './logging/request-log.ts'
import { posthogScriptsIn } from './posthog-scripts-in.ts'
import { type Readiness, readiness } from './service/readiness.ts'
import { serviceRoutes } from './service/service-routes.ts'
import type { Settings } from './settings/settings.ts'

export interface ServerApplication {
  readonly application: Application
  readonly readiness: Readiness
}

/** Other services that the server uses, if they are configured. */
export interface Neighbours {
  readonly redis?: RedisServices | undefined
  readonly openId?: OpenIdSignIn | undefined
}

/** Returns the API with health checks, metrics and logs. */
export function serverApplication(
  deck: Flagdeck,
  settings: Settings,
  logger: Logger,
  { metrics, aroundRequest }: Pick<Instrumentation, 'metrics' | 'aroundRequest'>,
  { redis, openId }: Neighbours = {},
): ServerApplication {
  const { store, snapshots, usage, storedSizes } = deck.context
  const status = () => snapshots.status()
  const state = readiness({
    store,
    snapshots: status,
    encryption: async () => (await checkEncryptionKey(store, settings.encryptionKey)).status,
    redisIsUp: redis?.isUp,
  })
  metrics?.observe({
    snapshots: status,
    usage: () => usage.status(),
    storedSizes: () => storedSizes.status(),
    pools: () => store.pools?.() ?? [],
    redisIsUp: redis?.isUp,
  })
  const application = flagdeckApplication(deck.context, {
    ...(settings.publicUrl === null ? {} : { publicUrl: settings.publicUrl }),
    ...(settings.corsOrigins === null ? {} : { allowedOrigins: settings.corsOrigins }),
    trustProxy: settings.trustProxy,
    ...(settings.console ? { console: consoleFiles() } : {}),
    ...(settings.posthogJs === null ? {} : { posthogScripts: posthogScriptsIn(settings.posthogJs) }),
    ...(openId ? { openId } : {}),
    health: () => runningChecks(settings),
    rateLimit: settings.rateLimit,
    evaluationRateLimit: settings.evaluationRateLimit,
    ...(redis ? { requestCounter: redis.requestCounter } : {}),
    bodyMemoryBytes: settings.bodyMemoryBytes,
    responseMemoryBytes: settings.responseMemoryBytes,
    bodyTimeoutMs: settings.requestTimeoutMs,
    maxStreamsPerProject: settings.maxStreamsPerProject,
    moreRoutes: serviceRoutes(state, metrics, settings),
    ...(aroundRequest ? { around: aroundRequest } : {}),
    ...(metrics ? { onStreams: metrics.countStreams } : {}),
    onResponse(event) {
      metrics?.count(event)
      logResponse(logger, event)
    },
    onError: (error, event) => logFailure(logger, error, event),
  })
  return { application, readiness: state }
}
