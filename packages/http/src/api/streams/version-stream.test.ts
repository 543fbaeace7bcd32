import { createFlagdeck, memoryStore, StoreUnavailable } from '@flagdeck/core'
import { unknownToken } from '@flagdeck/core/operations'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { versionStream } from './version-stream.ts'

afterEach(() => void vi.useRealTimers())

/** A reader of a project's stream, with the messages it has received. */
async function reader(
  lastRevision: (revision: string) => string | undefined = () => undefined,
  enterAgain = async () => undefined as unknown,
  ping?: () => Promise<unknown>,
) {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  const { context, project, flags } = await deck.project()
  const current = context.snapshots.peek(project.id)
  vi.useFakeTimers()
  const body = versionStream({
    snapshots: context.snapshots,
    projectId: project.id,
    lastRevision: lastRevision(current?.revision ?? ''),
    message: ({ version }) => ({ version }),
    enterAgain,
    ping,
  })
  let text = ''
  let isEnded = false
  const end = () => {
    isEnded = true
  }
  const close = body.open({ write: (more) => (text += more), end })
  onTestFinished(close)
  const ids = () => [...text.matchAll(/^id: (\d+)-\w+$/gm)].map(([, id]) => Number(id) - project.version)
  return { project, revision: current?.revision, flags, close, ids, text: () => text, isEnded: () => isEnded }
}

describe('a stream of versions', () => {
  it('PROTO-31 tells a new reader of the version there is', async () => {
    const { text, project, revision } = await reader()
    expect(text()).toMatch(/^retry: \d{4}\n\n/)
    expect(text().endsWith(`\n\nid: ${revision}\ndata: {"version":${project.version}}\n\n`)).toBe(true)
  })

  it('PROTO-31 tells a reader that comes back only when it missed something', async () => {
    expect((await reader((revision) => revision)).ids()).toEqual([])
    expect((await reader(() => '0-a1b2c3')).ids()).toEqual([0])
    expect((await reader(() => '1000-a1b2c3')).ids()).toEqual([0])
  })

  it('SNAP-31 tells a reader that comes back with the same number of a database that was set back', async () => {
    expect((await reader((revision) => revision.replace(/-.*/, '-a1b2c3'))).ids()).toEqual([0])
    expect((await reader((revision) => revision.replace(/-.*/, ''))).ids()).toEqual([0])
  })

  it('PROTO-32 tells of a change at once, and of a burst by its first and its last', async () => {
    const { ids, flags } = await reader((revision) => revision)
    for (const key of ['a', 'b', 'c', 'd']) await flags.create({ key })
    expect(ids()).toEqual([1])
    await vi.advanceTimersByTimeAsync(200)
    expect(ids()).toEqual([1, 4])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ids()).toEqual([1, 4])
  })

  it('PROTO-33 says every fifteen seconds that it is there', async () => {
    const { text } = await reader()
    const before = text().length
    vi.advanceTimersByTime(14_999)
    expect(text().length).toBe(before)
    vi.advanceTimersByTime(1)
    expect(text().slice(before)).toBe(': still here\n\n')
  })

  it('PROTO-38 ends when its reader would not be let in any more, and not while nobody can tell', async () => {
    let answer: Error | undefined
    const { isEnded } = await reader(undefined, async () => {
      if (answer) throw answer
    })
    for (const [error, ended] of [
      [undefined, false],
      [new StoreUnavailable('away'), false],
      [unknownToken(), true],
    ] as const) {
      answer = error
      await vi.advanceTimersByTimeAsync(2000)
      expect(isEnded()).toBe(ended)
    }
  })

  it('CONSOLE-258 reports every second whether the database answers, where that is wanted', async () => {
    let answer: () => Promise<unknown> = async () => undefined
    const { text, close } = await reader(
      (revision) => revision,
      undefined,
      () => answer(),
    )
    const reports = () => [...text().matchAll(/^event: availability\ndata: (.*)$/gm)].map(([, data]) => data)
    await vi.advanceTimersByTimeAsync(1000)
    expect(reports()).toEqual(['{"available":true}', '{"available":true}'])
    answer = async () => Promise.reject(new StoreUnavailable('away'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(reports().at(-1)).toBe('{"available":false}')
    answer = () => new Promise(() => undefined)
    await vi.advanceTimersByTimeAsync(6000)
    expect(reports()).toHaveLength(3)
    close()
    expect((await reader()).text()).not.toContain('availability')
  })

  it('PROTO-33 says when to come back as it ends, and leaves nothing behind', async () => {
    const { text, close, flags, ids } = await reader((revision) => revision)
    await flags.create({ key: 'a' })
    await flags.create({ key: 'b' })
    close()
    expect(text()).toMatch(/\n\n: the stream ends, please connect again\nretry: \d{3,4}\n\n$/)
    await flags.create({ key: 'c' })
    vi.advanceTimersByTime(60_000)
    expect(ids()).toEqual([1])
  })
})
