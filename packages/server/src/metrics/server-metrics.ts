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

/** What is counted about a server. It is its own but for what is of the process, so that two servers in one do not mix. */
export interface ServerMetrics extends RequestMetrics {
  readonly countEvaluation: EvaluationListener
  readonly measureTransaction: AroundTransaction
  /** From now on, the state of an instance is measured too. */
  observe(instance: ObservedInstance): void
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
  close(): void
}

/** What is asked for its state when the metrics are asked for. */
export interface ObservedInstance {
  readonly snapshots: () => SnapshotStatus
  readonly usage: () => UsageStatus
  readonly storedSizes: () => StoredSizesStatus
  readonly pools: () => readonly PoolStatus[]
  /** Missing when there is no Redis. */
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

/** Everything that Flagdeck measures itself. */
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
