import { problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { know, refresh } from '../../api/query.ts'
import { tell } from '../../parts/toasts.tsx'
import { flagText, usageText } from '../../text/flag-page.ts'
import { type Flag, inputOf } from './flag.ts'

type Done = keyof Pick<typeof flagText, 'turnedOn' | 'turnedOff' | 'archived' | 'unarchived' | 'deleted' | 'restored'>

/** Turns a flag on or off. The page shows it immediately, and reverts it if the server refuses. */
export async function switchFlag(flag: Flag, active: boolean): Promise<void> {
  know('retrieveFlag', inputOf(flag.id), { ...flag, active })
  try {
    await write(flag, active ? 'turnedOn' : 'turnedOff', setActive(active), setActive(!active))
  } catch (error) {
    know('retrieveFlag', inputOf(flag.id), flag)
    tell(problemOf(error).message)
  }
}

/** Archives a flag, which turns it off. Unarchiving leaves it off; Undo restores its state. */
export function archiveFlag(flag: Flag): Promise<void> {
  const undo = async (id: number) => {
    const restored = await call('unarchiveFlag', inputOf(id))
    return flag.active ? setActive(true)(id) : restored
  }
  return write(flag, 'archived', (id) => call('archiveFlag', inputOf(id)), undo)
}

export function unarchiveFlag(flag: Flag): Promise<void> {
  const undo = (id: number) => call('archiveFlag', inputOf(id))
  return write(flag, 'unarchived', (id) => call('unarchiveFlag', inputOf(id)), undo)
}

export function deleteFlag(flag: Flag): Promise<void> {
  return write(flag, 'deleted', setDeleted(true), setDeleted(false))
}

export function restoreFlag(flag: Flag): Promise<void> {
  return write(flag, 'restored', setDeleted(false), setDeleted(true))
}

/** Resets the counts of a flag. They cannot be restored, so there is no Undo. */
export async function resetUsage({ id }: Flag): Promise<void> {
  know('retrieveFlag', inputOf(id), await call('resetFlagUsage', inputOf(id)))
  tell(usageText.isReset)
  await refresh()
}

type Write = (id: number) => Promise<Output<'retrieveFlag'>>

const setActive =
  (active: boolean): Write =>
  (id) =>
    call(active ? 'enableFlag' : 'disableFlag', inputOf(id))

const setDeleted =
  (deleted: boolean): Write =>
  (id) =>
    call('updateFlag', { ...inputOf(id), body: { deleted } })

async function write({ id }: Flag, done: Done, change: Write, undo: Write): Promise<void> {
  know('retrieveFlag', inputOf(id), await change(id))
  const revert = async () => {
    know('retrieveFlag', inputOf(id), await undo(id))
    await refresh()
  }
  tell(flagText[done], revert, `flag ${id}`)
  void refresh()
}
