import { handleWith, type RequestContext, RequestError, type Route, reply, replyRaw } from '@flagdeck/http'
import type { ServerMetrics } from '../metrics/server-metrics.ts'
import type { Settings } from '../settings/settings.ts'
import { isLocalHost } from './is-local-host.ts'
import type { Readiness } from './readiness.ts'
import * as endpoints from './service-endpoints.ts'

const handle = handleWith<RequestContext>()

/** Returns the routes of the health checks, and of the metrics if they are served. */
export function serviceRoutes(
  readiness: Readiness,
  metrics: ServerMetrics | undefined,
  { metrics: setting }: Pick<Settings, 'metrics'>,
): Route<RequestContext>[] {
  const answerReadiness = async () => {
    const report = await readiness.report()
    const usable = report.status === 'ready' || report.status === 'degraded'
    return reply(report, { status: usable ? 200 : 503, headers: NOT_STORED })
  }
  const routes = [
    handle(endpoints.livez, () => reply({ status: 'ok' as const }, { headers: NOT_STORED })),
    handle(endpoints.readyz, answerReadiness),
    handle(endpoints.health, answerReadiness),
  ]
  if (!metrics) return routes
  return [
    ...routes,
    handle(endpoints.metrics, ({ request }) => {
      if (setting === 'auto' && !isLocalHost(request.headers.host)) throw new RequestError('not_found', 'Not found.')
      return metricsReply(metrics)
    }),
  ]
}

const NOT_STORED = { 'cache-control': 'no-store' }

async function metricsReply(metrics: ServerMetrics) {
  return replyRaw(await metrics.text(), { headers: { 'content-type': metrics.contentType, ...NOT_STORED } })
}
