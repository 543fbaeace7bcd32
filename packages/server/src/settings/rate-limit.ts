import { z } from 'zod'
import type { ValueFormat } from './setting.ts'

/** How many requests one personal API key may make in a span of time. */
export interface RateLimit {
  readonly requests: number
  readonly perMs: number
}

const SPANS_MS: Readonly<Record<string, number>> = { second: 1000, minute: 60_000, hour: 3_600_000 }

/** `3000/minute`; `off` is null. */
export const rateLimit: ValueFormat<RateLimit | null> = {
  placeholder: 'limit',
  allowed: 'a number of requests per second, minute or hour, such as 3000/minute, or off',
  schema: z.string().transform((text, context) => {
    if (text === 'off') return null
    const [, requests, span = ''] = /^([1-9]\d{0,8})\/(second|minute|hour)$/.exec(text) ?? []
    const perMs = SPANS_MS[span]
    if (perMs !== undefined) return { requests: Number(requests), perMs }
    context.addIssue({ code: 'custom' })
    return z.NEVER
  }),
}
