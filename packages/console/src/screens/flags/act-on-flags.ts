import { problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import type { FlagAct } from '../../text/flags.ts'
import { acts } from '../../text/flags.ts'
import { uncountedEffect } from '../../text/uncounted.ts'
import type { ListedFlag } from './listed-flag.ts'

/** An action and its flags. */
export interface Order {
  readonly projectId: number
  readonly act: FlagAct
  readonly flags: readonly ListedFlag[]
  /** The tags of actions that add or remove tags. */
  readonly tags: readonly string[]
}

/** The effect on one flag, or the effect that it would have. */
export interface Outcome {
  readonly id: number
  readonly key: string
  readonly kind: 'changes' | 'stays' | 'refused'
  readonly says: string
}

type Changed = Output<'enableFlag'>
type OneByOne = Exclude<FlagAct, 'tag' | 'untag' | 'delete'>

/** The number of flags whose requests are sent concurrently. */
const AT_ONCE = 4

/** Receives the progress of actions on single flags. */
interface Watch {
  readonly onProgress?: (done: number) => void
  /** Whether to continue: the dialog may have closed. */
  readonly isWanted?: () => boolean
}

/**
 * Changes the flags; with `dry`, returns the effect without changing them. Flags that the server refuses stay
 * unchanged.
 */
export async function actOnFlags(
  order: Order,
  dry: boolean,
  { onProgress = () => {}, isWanted = () => true }: Watch = {},
): Promise<readonly Outcome[]> {
  if (order.flags.length === 0) return []
  if (order.act === 'delete') return deleteAll(order, dry)
  if (order.act === 'tag' || order.act === 'untag') return tagAll(order, order.act, dry)
  const { act } = order
  let done = 0
  return inTurns(
    order.flags,
    async (flag) => {
      const outcome = await actOnOne(order.projectId, act, flag, dry)
      done += 1
      onProgress(done)
      return outcome
    },
    isWanted,
  )
}

async function actOnOne(projectId: number, act: OneByOne, flag: ListedFlag, dry: boolean): Promise<Outcome> {
  const { id, key } = flag
  try {
    const changed = await send(act, { params: { project_id: projectId, id }, query: { dry_run: dry } })
    if (changed.version === flag.version) return { id, key, kind: 'stays', says: acts.already[act] }
    return { id, key, kind: 'changes', says: whoIsChanged(changed) }
  } catch (error) {
    return { id, key, kind: 'refused', says: problemOf(error).message }
  }
}

interface OneFlag {
  readonly params: { readonly project_id: number; readonly id: number }
  readonly query: { readonly dry_run: boolean }
}

function send(act: OneByOne, input: OneFlag): Promise<Changed> {
  switch (act) {
    case 'on':
      return call('enableFlag', input)
    case 'off':
      return call('disableFlag', input)
    case 'archive':
      return call('archiveFlag', input)
    case 'unarchive':
      return call('unarchiveFlag', input)
    case 'restore':
      return call('updateFlag', { ...input, body: { deleted: false } })
  }
}

function whoIsChanged({ preview }: Changed): string {
  if (!preview) return acts.uncounted
  if (!preview.counted) return uncountedEffect(preview)
  return acts.changes(preview.changed, preview.total, preview.group_type_index === null ? 'users' : 'groups')
}

async function deleteAll({ projectId, flags }: Order, dry: boolean): Promise<readonly Outcome[]> {
  const { deleted, errors } = await call('deleteFlags', {
    params: { project_id: projectId },
    query: { dry_run: dry },
    body: { ids: flags.map(({ id }) => id) },
  })
  return flags.map(({ id, key }) => {
    const gone = deleted.find((flag) => flag.id === id)
    if (!gone) return refused(id, key, errors)
    const says = gone.active_variant ? acts.variant(gone.active_variant) : acts.deleting[gone.rollout_state]
    return { id, key, kind: 'changes', says }
  })
}

async function tagAll({ projectId, flags, tags }: Order, act: 'tag' | 'untag', dry: boolean) {
  const { updated, skipped } = await call('tagFlags', {
    params: { project_id: projectId },
    query: { dry_run: dry },
    body: { ids: flags.map(({ id }) => id), action: act === 'tag' ? 'add' : 'remove', tags },
  })
  return flags.map(({ id, key, tags: had }): Outcome => {
    const tagged = updated.find((flag) => flag.id === id)
    if (!tagged) return refused(id, key, skipped)
    if (tagged.tags.length === had.length) return { id, key, kind: 'stays', says: acts.already[act] }
    return { id, key, kind: 'changes', says: acts.tagged(tagged.tags) }
  })
}

function refused(
  id: number,
  key: string,
  reasons: readonly { readonly id?: unknown; readonly reason: string }[],
): Outcome {
  const found = reasons.find((one) => Number(one.id) === id)
  return { id, key, kind: 'refused', says: found?.reason ?? acts.cannot }
}

/** Reverts an action on flags. `flags` are the flags before the action. */
export async function takeBack({ projectId, act, flags, tags }: Order): Promise<void> {
  const undo = (opposite: FlagAct, some = flags) => actOnFlags({ projectId, act: opposite, flags: some, tags }, false)
  const outcomes = await undo(OPPOSITE[act])
  // Archiving also turns a flag off.
  const alsoOn =
    act === 'archive'
      ? await undo(
          'on',
          flags.filter(({ active }) => active),
        )
      : []
  const failed = [...outcomes, ...alsoOn].find(({ kind }) => kind === 'refused')
  if (failed) throw new Error(`${failed.key}: ${failed.says}`)
}

const OPPOSITE: Readonly<Record<FlagAct, FlagAct>> = {
  on: 'off',
  off: 'on',
  tag: 'untag',
  untag: 'tag',
  archive: 'unarchive',
  unarchive: 'archive',
  delete: 'restore',
  restore: 'delete',
}

/** Runs work for each item, some concurrently. The results are in the order of the items. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  isWanted: () => boolean,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [at, item] of waiting) if (isWanted()) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
