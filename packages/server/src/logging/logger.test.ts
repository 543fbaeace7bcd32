import { StoreUnavailable } from '@flagdeck/core'
import { describe, expect, test } from 'vitest'
import { createLogger } from './logger.ts'
import { logFailure } from './request-log.ts'

function logged(format: 'json' | 'pretty', write: (logger: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = []
  write(createLogger('info', format, { write: (line) => lines.push(line) }))
  return lines
}

describe('a log line', () => {
  test('is one JSON object with time, level and message', () => {
    const [line = ''] = logged('json', (logger) => logger.info({ status: 200 }, 'request'))
    expect(line).toMatch(/^\{.*\}\n$/)
    expect(JSON.parse(line)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      status: 200,
      msg: 'request',
    })
  })

  test('can be made for people', () => {
    const [first, second] = logged('pretty', (logger) => {
      logger.info({ url: 'http://h', attempt: 2 }, 'ready')
      logger.info({ req_id: 'r', method: 'POST', route: '/flags/', status: 200, ms: 3.1 }, 'request')
    })
    expect(first).toMatch(/^\d\d:\d\d:\d\d info {2}ready {2}url=http:\/\/h attempt=2\n$/)
    expect(second).toMatch(/ info {2}POST \/flags\/ 200 3\.1 ms {2}req_id=r\n$/)
  })

  test('carries the stack of an error, below the line for people', () => {
    const write = (logger: ReturnType<typeof createLogger>) => logger.error({ err: new Error('no') }, 'request failed')
    expect(JSON.parse(logged('json', write)[0] ?? '').err).toMatchObject({ type: 'Error', message: 'no' })
    expect(logged('pretty', write)[0]).toMatch(/error request failed\n {2}Error: no\n {2} {4}at /)
  })

  test.for(['json', 'pretty'] as const)('SERVE-23 as %s is without secrets, wherever they come from', (format) => {
    const [line] = logged(format, (logger) => {
      const err = new Error('connect postgres://ada:hunter2@db/flags with\nphx_hunter2')
      logger.error(
        { err, req_id: 'phc_hunter2', cookie: 'phs_hunter2', nested: { value: 'pha_hunter2' } },
        'phx_hunter2',
      )
    })
    expect(line).not.toMatch('hunter2')
    expect(line).toMatch('//…@db/flags')
  })

  test('SERVE-22 about a database that is away is a warning without a stack', () => {
    const [line = ''] = logged('json', (logger) => {
      const event = { endpoint: null, status: 503, requestId: 'r' }
      logFailure(logger, new StoreUnavailable('PostgreSQL does not answer.', new Error('cause')), event)
    })
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', msg: 'PostgreSQL does not answer.', status: 503 })
    expect(line).not.toMatch('at ')
  })
})
