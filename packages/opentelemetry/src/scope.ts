/** The instrumentation scope of our spans and events. */
export const SCOPE = '@flagdeck/opentelemetry'
