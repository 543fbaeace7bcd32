import { describe, expect, it } from 'vitest'
import { describeRedis, parseRedisUrl } from './redis-url.ts'

describe('PROP-35 the address of Redis', () => {
  it.for([
    ['redis://localhost', 'redis://localhost:6379', {}],
    ['redis://localhost:6380/', 'redis://localhost:6380', {}],
    ['redis://10.0.0.1:6380/3', 'redis://10.0.0.1:6380/3', {}],
    ['redis://[::1]:6380/3', 'redis://[::1]:6380/3', {}],
    ['redis://:s%40crt@h', 'redis://h:6379', { password: 's@crt' }],
    ['redis://secret@h', 'redis://h:6379', { password: 'secret' }],
    ['redis://ada:a:b@h', 'redis://h:6379', { username: 'ada', password: 'a:b' }],
    ['rediss://ada:x@h', 'rediss://h:6379', { username: 'ada', password: 'x' }],
    ['redis+sentinel://a,b:1/main', 'redis+sentinel://a:26379,b:1/main', {}],
    ['rediss+sentinel://u:p@a/main/2', 'rediss+sentinel://a:26379/main/2', { username: 'u', password: 'p' }],
    ['redis+cluster://a,b:1,[::2]', 'redis+cluster://a:6379,b:1,[::2]:6379', {}],
    ['rediss+cluster://:p@a/', 'rediss+cluster://a:6379', { password: 'p' }],
    ['redis+cluster://a/0', 'redis+cluster://a:6379', {}],
  ] as const)('is read from %s, and shown without what is secret', ([url, shown, credentials]) => {
    const location = parseRedisUrl(url)
    expect(location?.credentials).toEqual(credentials)
    expect(location && describeRedis(location)).toBe(shown)
  })

  it('has credentials for Sentinels of their own', () => {
    const location = parseRedisUrl('redis+sentinel://:p@a/main?sentinel_user=u&sentinel_password=%26')
    expect(location).toMatchObject({ credentials: { password: 'p' }, group: 'main' })
    expect(location?.sentinelCredentials).toEqual({ username: 'u', password: '&' })
    expect(parseRedisUrl('redis+sentinel://:p@a/main')?.sentinelCredentials).toEqual({})
  })

  it.for([
    '',
    'localhost:6379',
    'http://h',
    'redis:/h',
    'redis://',
    'redis:///1',
    'redis://h:0',
    'redis://h:65536',
    'redis://h:x',
    'redis://h/x',
    'redis://h/1/2',
    'redis://a,b',
    'redis://h?db=1',
    'redis://%zz@h',
    'redis://h h',
    'redis+sentinel://a',
    'redis+sentinel://a/',
    'redis+sentinel://a/main/x',
    'redis+sentinel://a,/main',
    'redis+sentinel://a/main?password=x',
    'redis+cluster://a/1',
    'redis+cluster://a?sentinel_user=x',
    'redis+unknown://a',
  ])('is not %j', (url) => {
    expect(parseRedisUrl(url)).toBeUndefined()
  })
})
