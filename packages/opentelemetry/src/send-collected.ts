import { logs, trace } from '@opentelemetry/api'

/** Flushes the SDK's spans and events, which programs should do before they exit. Never rejects. */
export async function sendCollected(): Promise<void> {
  await Promise.allSettled([tracerProvider(), logs.getLoggerProvider()].map(forceFlush))
}

function tracerProvider(): object {
  const provider = trace.getTracerProvider()
  // The API wraps the provider that the SDK registered.
  return 'getDelegate' in provider && typeof provider.getDelegate === 'function' ? provider.getDelegate() : provider
}

/** Flushes a provider of the SDK. The interface of the API has no such method. */
async function forceFlush(provider: object): Promise<void> {
  if ('forceFlush' in provider && typeof provider.forceFlush === 'function') await provider.forceFlush()
}
