import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

/** Returns a text as it is in a log line. */
function inLine(text: string): string {
  return redactSecrets(JSON.stringify({ msg: text, other: 'kept @ its place' }))
}

function messageOf(line: string): string {
  const { msg, other } = JSON.parse(line)
  expect(other).toBe('kept @ its place')
  return msg
}

describe('SERVE-23 a line has no', () => {
  test.for([
    ['after a line break', '\nphx_hunter2', '\nphx_…'],
    ['after a tab', '\tphs_hunter2', '\tphs_…'],
    ['after another control character', '\u0001phc_hunter2', '\u0001phc_…'],
    ['after what a URL has encoded', 'token%3Dphc_hunter2&x', 'token%3Dphc_…&x'],
    ['after an underscore', 'my_phx_hunter2', 'my_phx_…'],
    ['in quotes', '"pha_hunter2"', '"pha_…"'],
    ['in a path', '/api/signup/phi_hunter2/', '/api/signup/phi_…/'],
    ['at the beginning', 'phx_hunter2-hunter2 and so on', 'phx_… and so on'],
  ] as const)('key or token %s', ([, text, redacted]) => {
    expect(messageOf(inLine(text))).toBe(redacted)
  })

  test.for([
    ['postgres://ada:hunter2@db/flags', 'postgres://…@db/flags'],
    ['redis://hunter2@host:6379/0', 'redis://…@host:6379/0'],
    ['redis://:hunter2@host', 'redis://…@host'],
    ['redis+sentinel://ada:hunter2@a,b:1/name', 'redis+sentinel://…@a,b:1/name'],
    ['postgres://ada:hun@ter2@db/flags', 'postgres://…@db/flags'],
    ['postgres://ada:hun"ter2@db/flags', 'postgres://…@db/flags'],
    ['postgres://ada:hun\\ter2@db/flags', 'postgres://…@db/flags'],
    ['redis+sentinel://a/name?sentinel_user=b&sentinel_password=hunter2', /\?sentinel_user=b&sentinel_password=…$/],
    ['postgres://db/flags?password=hunter2&x=1', 'postgres://db/flags?password=…&x=1'],
    ['redis://hunter2@a and redis://hunter2@b', 'redis://…@a and redis://…@b'],
  ] as const)('password of %s', ([text, redacted]) => {
    const message = messageOf(inLine(text))
    expect(message).not.toMatch(/hun|ter2/)
    expect(message).toMatch(redacted)
  })

  test('password, and keeps the fields beside it', () => {
    const line = JSON.stringify({ url: 'http://127.0.0.1:8000', mail: 'ada@acme.test', at: 'http://h:1/@current/' })
    expect(redactSecrets(line)).toBe(line)
  })
})

test.for(['alpha_group', 'graphs_of_alphas', 'file:///app/node_modules/.pnpm/@scope+x@1.0/a.js:10:5'])(
  '%s is no secret',
  (text) => {
    expect(messageOf(inLine(text))).toBe(text)
  },
)

test.for(['//a:', '//', '//a', '\\\\"', 'ph', 'phx_', 'password=', '\\n'])(
  'takes time in proportion to a line full of %j',
  (piece) => {
    const line = piece.repeat(200_000 / piece.length)
    const startedAt = performance.now()
    redactSecrets(line)
    expect(performance.now() - startedAt).toBeLessThan(500)
  },
)
