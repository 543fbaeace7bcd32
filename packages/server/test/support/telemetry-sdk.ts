// Sets up OpenTelemetry's SDK before the server, as an operator does with `node --import`. Writes the collected data to
// the file that TELEMETRY_FILE names, one item per line.
import { appendFileSync } from 'node:fs'
import { context, logs, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from '@opentelemetry/sdk-logs'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'

const write = (line: unknown) => appendFileSync(process.env.TELEMETRY_FILE ?? '', `${JSON.stringify(line)}\n`)

const spanExporter: SpanExporter = {
  export(spans, done) {
    for (const span of spans) {
      const { traceId } = span.spanContext()
      write({ span: span.name, traceId, parent: span.parentSpanContext?.spanId ?? null })
    }
    done({ code: 0 })
  },
  shutdown: async () => undefined,
}
const logExporter: LogRecordExporter = {
  export(records, done) {
    for (const { eventName, spanContext, attributes } of records) {
      write({ event: eventName, traceId: spanContext?.traceId, flag: attributes['feature_flag.key'] })
    }
    done({ code: 0 })
  },
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
}

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter: spanExporter })] }),
)
logs.setGlobalLoggerProvider(
  new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter: logExporter })] }),
)
