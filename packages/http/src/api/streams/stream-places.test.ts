import { describe, expect, it } from 'vitest'
import type { StreamBody } from '../../rest/plain-response.ts'
import { Throttled } from '../../rest/throttled.ts'
import { type StreamGroup, streamPlaces } from './stream-places.ts'

const stream: StreamBody = {
  open(sink) {
    sink.write('open')
    return () => sink.write('left')
  },
}

/** Opens a stream and returns what it wrote, and the function that closes it. */
function opened(body: StreamBody) {
  const seen: string[] = []
  const leave = body.open({ write: (text) => seen.push(text), end: () => seen.push('end') })
  return { seen, leave }
}

const inProject = (projectId: number): StreamGroup => ({ projectId, auth: 'definitions' })

describe('PROTO-37 the places of a project for streams', () => {
  it('are as many as it has, and free again when a stream is left', () => {
    const places = streamPlaces(2)
    const [one] = [opened(places.inPlace(inProject(1), stream)), opened(places.inPlace(inProject(1), stream))]
    expect(() => places.requireFree(inProject(1))).toThrow(Throttled)
    one.leave()
    expect(one.seen).toEqual(['open', 'left'])
    expect(() => places.requireFree(inProject(1))).not.toThrow()
  })

  it('are those of the project alone', () => {
    const places = streamPlaces(1)
    opened(places.inPlace(inProject(1), stream))
    expect(() => places.requireFree(inProject(2))).not.toThrow()
    expect(opened(places.inPlace(inProject(2), stream)).seen).toEqual(['open'])
  })

  it('are not taken by those who found one free and came too late', () => {
    const places = streamPlaces(1)
    const late = places.inPlace(inProject(1), stream)
    const first = opened(places.inPlace(inProject(1), stream))
    const { seen, leave } = opened(late)
    expect(seen).toEqual([expect.stringContaining('retry: 30000'), 'end'])
    leave()
    expect(() => places.requireFree(inProject(1))).toThrow(Throttled)
    first.leave()
    expect(() => places.requireFree(inProject(1))).not.toThrow()
  })
  it('are counted over all projects', () => {
    const counts: number[] = []
    const places = streamPlaces(1, (open) => counts.push(open))
    const streams = [1, 2].map((projectId) => opened(places.inPlace(inProject(projectId), stream)))
    opened(places.inPlace(inProject(1), stream)).leave()
    for (const { leave } of streams) leave()
    expect(counts).toEqual([1, 2, 1, 0])
  })
})
