import type { Flagdeck } from '@flagdeck/core'
import { type Application, flagdeckApplication } from '@flagdeck/http'
import type { RedisServices } from '@flagdeck/redis'
import type { Logger } from './logging/logger.ts'
import { logFailure, logResponse } from './logging/request-log.ts'
import { type ServerMetrics, serverMetrics } from './metrics/server-metrics.ts'
import { type Readiness, readiness } from './service/readiness.ts'
import { serviceRoutes } from './service/service-routes.ts'
import { isLoopback } from './settings/is-loopback.ts'
import type { Settings } from './settings/settings.ts'

export interface ServerApplication {
  readonly application: Application
  readonly readiness: Readiness
  /** Ends what runs beside the requests. */
  close(): void
}

/** The API with health checks, metrics and logs around it. */
export function serverApplication(
  deck: Flagdeck,
  settings: Settings,
  logger: Logger,
  redis?: RedisServices,
): ServerApplication {
  const { store, snapshots, clock } = deck.context
  const status = () => snapshots.status()
  const state = readiness({ store, snapshots: status, clock, redisIsUp: redis?.isUp })
  const metrics: ServerMetrics | undefined = servesMetrics(settings)
    ? serverMetrics(status, clock, redis?.isUp)
    : undefined
  const application = flagdeckApplication(deck.context, {
    ...(settings.publicUrl === null ? {} : { publicUrl: settings.publicUrl }),
    ...(settings.corsOrigins === null ? {} : { allowedOrigins: settings.corsOrigins }),
    trustProxy: settings.trustProxy,
    rateLimit: settings.rateLimit,
    evaluationRateLimit: settings.evaluationRateLimit,
    ...(redis ? { requestCounter: redis.requestCounter } : {}),
    maxStreamsPerProject: settings.maxStreamsPerProject,
    moreRoutes: serviceRoutes(state, metrics),
    onResponse(event) {
      metrics?.count(event)
      logResponse(logger, event)
    },
    onError: (error, event) => logFailure(logger, error, event),
  })
  return { application, readiness: state, close: () => metrics?.close() }
}

function servesMetrics({ metrics, host }: Settings): boolean {
  return metrics === 'auto' ? isLoopback(host) : metrics === 'on'
}
