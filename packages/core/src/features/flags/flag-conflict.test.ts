import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import type { UpdateFlagInput } from './flag-input.ts'
import { updateFlag } from './update-flag.ts'

const at = (rollout_percentage: number) => ({ groups: [{ rollout_percentage }] })
const ORIGINAL = { name: 'original', tags: ['original'], filters: at(10) }

/** Returns a flag that the owner has read at version 1, and that a member has then changed to version 2. */
async function editedByOthers(change: UpdateFlagInput) {
  const deck = await testDeck()
  const { id } = await deck.flags.create({ key: 'a', ...ORIGINAL })
  const others = await updateFlag(await deck.as(deck.member), id, change)
  const owner = await deck.as(deck.owner)
  return { ...deck, id, others, send: (input: UpdateFlagInput) => updateFlag(owner, id, input) }
}

const conflictWith = (editor: string) => ({
  kind: 'conflict',
  code: 'conflict',
  attr: null,
  message: `The feature flag was updated by ${editor} since you started editing it. Please refresh and try again.`,
})

describe('two people who edit the same field', () => {
  it('FLAG-23 meet a conflict that names who came first', async () => {
    const { send, member, flags, id, others } = await editedByOthers({ name: 'theirs' })
    const input = { name: 'mine', version: 1, originalFlag: ORIGINAL }
    await expect(send(input)).rejects.toMatchObject(conflictWith(member.email))
    expect(await flags.get(id)).toMatchObject({ name: 'theirs', version: others.version })
  })

  it('FLAG-23 meet a conflict with another user when it was nobody in particular', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a', ...ORIGINAL })
    await flags.update(id, { name: 'theirs' })
    const input = { name: 'mine', version: 1, originalFlag: ORIGINAL }
    await expect(flags.update(id, input)).rejects.toMatchObject(conflictWith('another user'))
  })

  it.each<[what: string, theirs: UpdateFlagInput, mine: UpdateFlagInput]>([
    ['text', { name: 'theirs' }, { name: 'mine' }],
    ['a list', { tags: ['theirs'] }, { tags: ['mine'] }],
    ['filters', { filters: at(20) }, { filters: at(30) }],
    ['one of several fields', { tags: ['theirs'] }, { name: 'mine', tags: ['mine'], filters: at(30) }],
  ])('FLAG-23 meet a conflict over %s', async (_, theirs, mine) => {
    const { send } = await editedByOthers(theirs)
    await expect(send({ ...mine, version: 1, originalFlag: ORIGINAL })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('FLAG-23 meet no conflict when both want the same', async () => {
    const { send } = await editedByOthers({ name: 'both', filters: at(20) })
    const input = { name: 'both', filters: at(20), version: 1, originalFlag: ORIGINAL }
    await expect(send(input)).resolves.toMatchObject({ name: 'both', version: 3 })
  })

  it('FLAG-23 meet no conflict over a field that was changed there and back', async () => {
    const { send, flags, id } = await editedByOthers({ name: 'theirs' })
    await flags.update(id, { name: 'original' })
    const input = { name: 'mine', version: 1, originalFlag: ORIGINAL }
    await expect(send(input)).resolves.toMatchObject({ name: 'mine', version: 4 })
  })
})

describe('two people who edit different fields', () => {
  it('FLAG-23 both have their way', async () => {
    const { send } = await editedByOthers({ name: 'theirs' })
    const input = { tags: ['mine'], version: 1, originalFlag: ORIGINAL }
    await expect(send(input)).resolves.toMatchObject({ name: 'theirs', tags: ['mine'] })
  })

  it('FLAG-25 undo nothing by sending back a whole form', async () => {
    const { send } = await editedByOthers({ name: 'theirs', filters: at(20) })
    const input = { ...ORIGINAL, tags: ['mine'], version: 1, originalFlag: ORIGINAL }
    await expect(send(input)).resolves.toMatchObject({ name: 'theirs', filters: at(20), tags: ['mine'] })
  })

  it('FLAG-25 undo nothing by sending back filters as they were written, not as they are stored', async () => {
    const { send } = await editedByOthers({ filters: at(20) })
    const written = { groups: [{ rollout_percentage: 10, properties: null }] }
    const input = { filters: written, version: 1, originalFlag: { filters: written } }
    await expect(send(input)).resolves.toMatchObject({ filters: at(20) })
  })

  it('FLAG-25 write a field that the original does not list, unless others changed it', async () => {
    const { send } = await editedByOthers({ name: 'theirs' })
    const stale = { tags: ['original'], version: 1, originalFlag: { tags: ['original'] } }
    await expect(send({ name: 'mine', ...stale })).rejects.toMatchObject({ code: 'conflict' })
    await expect(send({ owner: 'mine', ...stale })).resolves.toMatchObject({ name: 'theirs', owner: 'mine' })
  })
})

describe('what a client says about what it read', () => {
  const stale = { name: 'original' }

  it.each<[what: string, input: UpdateFlagInput]>([
    ['no version and no original', stale],
    ['no version', { ...stale, originalFlag: ORIGINAL }],
    ['the stored version', { ...stale, version: 2, originalFlag: ORIGINAL }],
  ])('FLAG-23 writes everything that comes with %s', async (_, input) => {
    const { send } = await editedByOthers({ name: 'theirs' })
    await expect(send(input)).resolves.toMatchObject({ name: 'original', version: 3 })
  })

  it.each<[what: string, originalFlag: unknown]>([
    ['no original', undefined],
    ['an original of null', null],
    ['an original that is no object', 'x'],
    ['an empty original', {}],
    ['an original with a garbled name', { name: 5 }],
  ])('EDIT-9 starts from what the version was when a stale one comes with %s', async (_, originalFlag) => {
    const { send } = await editedByOthers({ name: 'theirs' })
    await expect(send({ name: 'mine', version: 1, originalFlag })).rejects.toMatchObject({
      code: 'conflict',
      conflict: { paths: ['name'], base: { name: 'original' }, theirs: { name: 'theirs' }, mine: { name: 'mine' } },
    })
    await expect(send({ ...stale, version: 1, originalFlag })).resolves.toMatchObject({ name: 'theirs', version: 3 })
  })

  it('FLAG-23 takes a version of null for a stale one', async () => {
    const { send } = await editedByOthers({ name: 'theirs' })
    const input = { name: 'mine', version: null, originalFlag: ORIGINAL }
    await expect(send(input)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('FLAG-23 takes a version from the future for one that differs', async () => {
    const { send } = await editedByOthers({ name: 'theirs' })
    const input = { name: 'mine', version: 9, originalFlag: ORIGINAL }
    await expect(send(input)).rejects.toMatchObject({ code: 'conflict' })
  })

  it.each(['__proto__', 'toString', 'constructor'])('FLAG-8 is not confused by an original with a %s', async (key) => {
    const { send } = await editedByOthers({ name: 'theirs' })
    const originalFlag = JSON.parse(`{"${key}":{"name":"original"},"tags":["original"]}`)
    const read = { base: { name: 'original' } }
    await expect(send({ name: 'mine', version: 1, originalFlag })).rejects.toMatchObject({ conflict: read })
  })
})

describe('filters', () => {
  it('FLAG-23 are compared in their stored form, also those of a flag that never had any', async () => {
    const { flags } = await testDeck()
    const created = await flags.create({ key: 'a' })
    await flags.update(created.id, { name: 'theirs' })
    const input = { filters: at(30), version: 1, originalFlag: { filters: created.filters } }
    await expect(flags.update(created.id, input)).resolves.toMatchObject({ filters: at(30) })
  })

  it('EDIT-3 are several parts: conditions here and payloads there are merged', async () => {
    const { send } = await editedByOthers({ filters: { payloads: { true: '1' } } })
    const input = { filters: at(30), version: 1, originalFlag: ORIGINAL }
    await expect(send(input)).resolves.toMatchObject({ filters: { ...at(30), payloads: { true: '1' } } })
  })

  it('FLAG-23 are refused, not merged, when the client sends nonsense', async () => {
    const { send } = await editedByOthers({ name: 'theirs' })
    const nonsense = { groups: 5 } as unknown as UpdateFlagInput['filters']
    await expect(send({ filters: nonsense, version: 1, originalFlag: ORIGINAL })).rejects.toMatchObject({
      kind: 'validation',
    })
  })
})

describe('a flag that others deleted meanwhile', () => {
  it.each<[what: string, input: UpdateFlagInput]>([
    ['a field that nobody else changed', { name: 'mine', originalFlag: ORIGINAL }],
    ['the whole form', { ...ORIGINAL, name: 'mine', deleted: false, originalFlag: { ...ORIGINAL, deleted: false } }],
    ['no word of what it started from', { name: 'mine' }],
    ['nothing but the wish to have it live', { deleted: false }],
    ['filters', { filters: at(30), originalFlag: ORIGINAL }],
  ])('FLAG-28 conflicts with a stale update of %s', async (_, input) => {
    const { send, flags, id, member, others } = await editedByOthers({ deleted: true })
    await expect(send({ ...input, version: 1 })).rejects.toMatchObject(conflictWith(member.email))
    expect(await flags.get(id)).toMatchObject({ name: 'original', deleted: true, version: others.version })
  })

  it.each<[what: string, input: UpdateFlagInput]>([
    ['deletes it too', { deleted: true, version: 1 }],
    ['was read as deleted', { name: 'mine', version: 1, originalFlag: { ...ORIGINAL, deleted: true } }],
    ['has the version of the deletion', { name: 'mine', version: 2 }],
    ['says nothing of a version', { name: 'mine' }],
  ])('FLAG-28 takes an update that %s', async (_, input) => {
    const { send } = await editedByOthers({ deleted: true })
    await expect(send(input)).resolves.toMatchObject({ deleted: true, version: 3 })
  })

  it('FLAG-28 can be restored by who read that it is deleted', async () => {
    const { send } = await editedByOthers({ deleted: true })
    await expect(send({ deleted: false, version: 2 })).resolves.toMatchObject({ deleted: false, key: 'a' })
  })
})

it('FLAG-23 deleting counts as a field like any other', async () => {
  const { send, flags, id } = await editedByOthers({ name: 'theirs' })
  await expect(send({ deleted: true, version: 1, originalFlag: { deleted: false } })).resolves.toMatchObject({
    deleted: true,
  })
  const input = { deleted: true, name: 'mine', version: 1, originalFlag: { ...ORIGINAL, deleted: false } }
  await expect(flags.update(id, input)).rejects.toMatchObject({ code: 'conflict' })
})
