export { type InspectRedisOptions, inspectRedis, type RedisInspection } from './inspect-redis.ts'
export type { CountedRequests, RedisRequestCounter } from './redis-request-counter.ts'
export { type RedisServices, type RedisServicesOptions, redisServices } from './redis-services.ts'
