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
  /** Ended spans, in the order in which they ended. */
  spans(): readonly ReadableSpan[]
  logs(): readonly ReadableLogRecord[]
  /** The attributes of the events with this name. */
  events(name: string): readonly unknown[]
}

export interface CollectOptions {
  readonly sampler?: Sampler
  /** Whether spans and events are collected until they are flushed, like those that are sent over a network. */
  readonly inBatches?: boolean
}

/** Sets up OpenTelemetry's own SDK for the process until the test ends, as an application does. */
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
