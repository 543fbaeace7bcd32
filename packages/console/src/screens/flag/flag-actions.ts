import { problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { know, refresh } from '../../api/query.ts'
import { tell } from '../../parts/toasts.tsx'
import { flagText, usageText } from '../../text/flag-page.ts'
import { type Flag, inputOf } from './flag.ts'

type Done = keyof Pick<typeof flagText, 'turnedOn' | 'turnedOff' | 'archived' | 'unarchived' | 'deleted' | 'restored'>

/** Turns a flag on or off: shown at once, and taken back when the server refuses. */
export async function switchFlag(flag: Flag, active: boolean): Promise<void> {
  know('retrieveFlag', inputOf(flag.id), { ...flag, active })
  try {
    await write(flag, active ? 'turnedOn' : 'turnedOff', setActive(active), setActive(!active))
  } catch (error) {
    know('retrieveFlag', inputOf(flag.id), flag)
    tell(problemOf(error).message)
  }
}

/** In the archive a flag is off; what takes it out leaves it so, and Undo gives back what it was. */
export function archiveFlag(flag: Flag): Promise<void> {
  const takeOut = async (id: number) => {
    const out = await call('unarchiveFlag', inputOf(id))
    return flag.active ? setActive(true)(id) : out
  }
  return write(flag, 'archived', (id) => call('archiveFlag', inputOf(id)), takeOut)
}

export function unarchiveFlag(flag: Flag): Promise<void> {
  const putBack = (id: number) => call('archiveFlag', inputOf(id))
  return write(flag, 'unarchived', (id) => call('unarchiveFlag', inputOf(id)), putBack)
}

export function deleteFlag(flag: Flag): Promise<void> {
  return write(flag, 'deleted', setDeleted(true), setDeleted(false))
}

export function restoreFlag(flag: Flag): Promise<void> {
  return write(flag, 'restored', setDeleted(false), setDeleted(true))
}

/** What was counted before cannot come back, so there is nothing to undo. */
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
  const takeBack = async () => {
    know('retrieveFlag', inputOf(id), await undo(id))
    await refresh()
  }
  tell(flagText[done], takeBack, `flag ${id}`)
  void refresh()
}
