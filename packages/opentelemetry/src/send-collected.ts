import { logs, trace } from '@opentelemetry/api'

/** Has the SDK send what it has collected so far, as programs should before they end. Never rejects. */
export async function sendCollected(): Promise<void> {
  await Promise.allSettled([tracerProvider(), logs.getLoggerProvider()].map(forceFlush))
}

function tracerProvider(): object {
  const provider = trace.getTracerProvider()
  // The API stands between us and the provider that the SDK has set up.
  return 'getDelegate' in provider && typeof provider.getDelegate === 'function' ? provider.getDelegate() : provider
}

/** The API does not know it, providers of the SDK have it. */
async function forceFlush(provider: object): Promise<void> {
  if ('forceFlush' in provider && typeof provider.forceFlush === 'function') await provider.forceFlush()
}
