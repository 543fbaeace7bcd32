import { parseRedisUrl, REDIS_URL_FORMS, type RedisLocation } from '@flagdeck/redis/url'
import * as z from 'zod'
import type { ValueFormat } from './setting.ts'

export const redisLocation: ValueFormat<RedisLocation> = {
  placeholder: 'url',
  allowed: REDIS_URL_FORMS,
  schema: z.string().transform((text, context) => {
    const location = parseRedisUrl(text)
    if (location) return location
    context.addIssue({ code: 'custom' })
    return z.NEVER
  }),
}

/** The prefix of keys and channels in Redis. It allows no braces, which would put all keys into one slot of a cluster. */
export const redisPrefix: ValueFormat<string> = {
  placeholder: 'text',
  allowed: '1 to 64 letters, digits or the characters - _ . :',
  schema: z.string().regex(/^[\w.:-]{1,64}$/),
}
