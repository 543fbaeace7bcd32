import { setTimeout as pause } from 'node:timers/promises'
import type { EvaluationListener, Store } from '@flagdeck/core'
import { aroundTransactions } from '@flagdeck/core/store'
import type { AroundRequest } from '@flagdeck/http'
import { findTelemetry, type Telemetry } from './find-telemetry.ts'
import type { Logger } from './logging/logger.ts'
import { type ServerMetrics, serverMetrics } from './metrics/server-metrics.ts'
import { ownVersion } from './own-version.ts'
import { isLoopback } from './settings/is-loopback.ts'
import type { Settings } from './settings/settings.ts'

/** The metrics that a server provides, and the telemetry that it sends. */
export interface Instrumentation {
  /** Undefined if the metrics are not served. */
  readonly metrics: ServerMetrics | undefined
  /** The same store, measured. */
  watch(store: Store): Store
  readonly onEvaluation: EvaluationListener | undefined
  readonly aroundRequest: AroundRequest | undefined
  /** Sends the collected telemetry, with a short time limit. */
  close(): Promise<void>
}

const SEND_TIMEOUT_MS = 1000

export async function instrumentation(settings: Settings, logger: Logger): Promise<Instrumentation> {
  const metrics = servesMetrics(settings) ? serverMetrics(buildInfo(settings)) : undefined
  const telemetry = await findTelemetry(logger)
  return {
    metrics,
    watch(store) {
      const measured = metrics ? aroundTransactions(store, metrics.measureTransaction) : store
      return telemetry ? telemetry.tracedStore(measured) : measured
    },
    onEvaluation: listener(metrics, telemetry),
    aroundRequest: telemetry?.tracedRequests(),
    async close() {
      metrics?.close()
      if (telemetry) await Promise.race([telemetry.sendCollected(), pause(SEND_TIMEOUT_MS, null, { ref: false })])
    },
  }
}

function listener(
  metrics: ServerMetrics | undefined,
  telemetry: Telemetry | undefined,
): EvaluationListener | undefined {
  const events = telemetry?.evaluationEvents()
  if (!metrics || !events) return metrics?.countEvaluation ?? events
  return (event) => {
    metrics.countEvaluation(event)
    events(event)
  }
}

function buildInfo({ databaseUrl }: Settings) {
  return { version: ownVersion(), node: process.versions.node, store: databaseUrl.kind }
}

function servesMetrics({ metrics, host, trustProxy }: Settings): boolean {
  // A proxy on the same machine forwards requests from other machines.
  return metrics === 'auto' ? isLoopback(host) && !trustProxy : metrics === 'on'
}
