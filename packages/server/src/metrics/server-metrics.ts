import type { EvaluationListener } from '@flagdeck/core'
import type { SnapshotStatus, UsageStatus } from '@flagdeck/core/operations'
import type { AroundTransaction, PoolStatus } from '@flagdeck/core/store'
import { Registry } from 'prom-client'
import { type BuildInfo, registerBuildMetrics } from './build-metrics.ts'
import { registerDefinitionMetrics } from './definition-metrics.ts'
import { evaluationMetrics } from './evaluation-metrics.ts'
import { processMetrics } from './process-metrics.ts'
import { registerPropagationMetrics } from './propagation-metrics.ts'
import { type RequestMetrics, requestMetrics } from './request-metrics.ts'
import { registerPoolMetrics, transactionMetrics } from './store-metrics.ts'
import { registerStoredSizeMetrics, type StoredSizesStatus } from './stored-size-metrics.ts'
import { registerUsageMetrics } from './usage-metrics.ts'

/** The metrics of one server. Two servers in one process share only the metrics of the process. */
export interface ServerMetrics extends RequestMetrics {
  readonly countEvaluation: EvaluationListener
  readonly measureTransaction: AroundTransaction
  /** Adds the metrics of an instance. */
  observe(instance: ObservedInstance): void
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
  close(): void
}

/** The parts of an instance whose state is measured when the metrics are read. */
export interface ObservedInstance {
  readonly snapshots: () => SnapshotStatus
  readonly usage: () => UsageStatus
  readonly storedSizes: () => StoredSizesStatus
  readonly pools: () => readonly PoolStatus[]
  /** Missing without Redis. */
  readonly redisIsUp?: (() => boolean) | undefined
}

export function serverMetrics(build: BuildInfo): ServerMetrics {
  const registry = new Registry()
  const ofProcess = processMetrics()
  return {
    ...metricsIn(registry, build),
    text: async () => `${await registry.metrics()}\n${await ofProcess.metrics()}`,
    contentType: registry.contentType,
  }
}

/** Returns everything that Flagdeck measures itself. */
export function metricsIn(registry: Registry, build: BuildInfo): Omit<ServerMetrics, 'contentType'> {
  registerBuildMetrics(registry, build)
  return {
    ...requestMetrics(registry),
    countEvaluation: evaluationMetrics(registry),
    measureTransaction: transactionMetrics(registry),
    observe({ snapshots, usage, storedSizes, pools, redisIsUp }) {
      registerDefinitionMetrics(registry, snapshots)
      registerPropagationMetrics(registry, snapshots, redisIsUp)
      registerPoolMetrics(registry, pools)
      registerUsageMetrics(registry, usage)
      registerStoredSizeMetrics(registry, storedSizes)
    },
    text: () => registry.metrics(),
    close: () => registry.clear(),
  }
}
