/** Under which name our spans and events can be told from those of others. */
export const SCOPE = '@flagdeck/opentelemetry'
