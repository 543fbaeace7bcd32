import { context, logs, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  BatchLogRecordProcessor,
  InMemoryLogRecordExporter,
  LoggerProvider,
  type ReadableLogRecord,
  SimpleLogRecordProcessor,
} from '@opentelemetry/sdk-logs'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { onTestFinished } from 'vitest'

export interface CollectedTelemetry {
  /** Spans that have ended, the first to end first. */
  spans(): readonly ReadableSpan[]
  logs(): readonly ReadableLogRecord[]
  /** Attributes of the events with this name. */
  events(name: string): readonly unknown[]
}

export interface CollectOptions {
  readonly sampler?: Sampler
  /** Keeps what was collected until it is asked for, as it is done where it goes over a network. */
  readonly inBatches?: boolean
}

/** Sets OpenTelemetry's own SDK up for the process, as an application does, until the test ends. */
export function collectTelemetry(options: CollectOptions = {}): CollectedTelemetry {
  const { sampler = new AlwaysOnSampler(), inBatches = false } = options
  const SpanProcessor = inBatches ? BatchSpanProcessor : SimpleSpanProcessor
  const LogRecordProcessor = inBatches ? BatchLogRecordProcessor : SimpleLogRecordProcessor
  const spanExporter = new InMemorySpanExporter()
  const logExporter = new InMemoryLogRecordExporter()
  const spanProcessors = [new SpanProcessor({ exporter: spanExporter })]
  const processors = [new LogRecordProcessor({ exporter: logExporter })]
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors, sampler }))
  logs.setGlobalLoggerProvider(new LoggerProvider({ processors }))
  onTestFinished(() => {
    for (const api of [context, propagation, trace, logs]) api.disable()
  })
  return {
    spans: () => spanExporter.getFinishedSpans(),
    logs: () => logExporter.getFinishedLogRecords(),
    events: (name) =>
      logExporter
        .getFinishedLogRecords()
        .filter(({ eventName }) => eventName === name)
        .map(({ attributes }) => attributes),
  }
}
