import { describe, expect, it } from 'vitest'
import { MAX_CHANGES, readChangeMessage, writeChangeMessage } from './change-message.ts'
import { ChangeOutbox } from './change-outbox.ts'

describe('a message of changes', () => {
  it('PROP-1 comes out as it went in', () => {
    const message = { from: 'a', sentAt: 1.5, changes: [{ projectId: 7, version: 42 }] }
    expect(readChangeMessage(writeChangeMessage(message))).toEqual(message)
  })

  it('PROP-1 never has more bytes than PostgreSQL takes', () => {
    const outbox = new ChangeOutbox()
    const largest = Number.MAX_SAFE_INTEGER
    for (let n = 0; n < MAX_CHANGES + 1; n++) outbox.add({ projectId: largest - n, version: largest })
    const changes = outbox.take()
    expect(changes).toHaveLength(MAX_CHANGES)
    const text = writeChangeMessage({ from: crypto.randomUUID(), sentAt: 123_456_789.123_456, changes })
    expect(text.length).toBeLessThan(8000)
    expect(outbox.take()).toHaveLength(1)
    expect(outbox.isEmpty).toBe(true)
  })

  it.for([
    ['', []],
    ['{', []],
    ['null', []],
    ['[1,2]', []],
    ['{"from":"a","sentAt":1}', []],
    ['{"from":"a","sentAt":1,"changes":[[0,1],[1,"2"],[1],[-1,2],[1.5,1],null,{}]}', []],
    ['{"from":"a","sentAt":1,"changes":[[3,4,"of a later release"]],"more":true}', [{ projectId: 3, version: 4 }]],
  ] as const)('PROP-5 is found in %s as far as there is one', ([text, changes]) => {
    expect(readChangeMessage(text)?.changes ?? []).toEqual(changes)
  })
})

describe('changes that wait', () => {
  it('PROP-1 are the newest of each project, those first that have waited longest', () => {
    const outbox = new ChangeOutbox()
    for (const [projectId, version] of [
      [1, 5],
      [2, 1],
      [1, 7],
      [1, 6],
    ] as const)
      outbox.add({ projectId, version })
    expect(outbox.take()).toEqual([
      { projectId: 1, version: 7 },
      { projectId: 2, version: 1 },
    ])
    expect(outbox.isEmpty).toBe(true)
  })
})
