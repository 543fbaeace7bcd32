import type { RateLimit } from '@flagdeck/http'
import * as z from 'zod'
import type { ValueFormat } from './setting.ts'

const SPANS_MS: Readonly<Record<string, number>> = { second: 1000, minute: 60_000, hour: 3_600_000 }

/** `3000/minute` or `off`. */
export const rateLimit: ValueFormat<RateLimit | 'off'> = {
  placeholder: 'limit',
  allowed: 'a number of requests per second, minute or hour, such as 3000/minute, or off',
  schema: z.string().transform((text, context) => {
    if (text === 'off') return text
    const [, requests, span = ''] = /^([1-9]\d{0,8})\/(second|minute|hour)$/.exec(text) ?? []
    const windowMs = SPANS_MS[span]
    if (windowMs !== undefined) return { requests: Number(requests), windowMs }
    context.addIssue({ code: 'custom' })
    return z.NEVER
  }),
}
