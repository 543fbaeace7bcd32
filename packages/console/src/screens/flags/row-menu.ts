import { connected } from '../../api/connection.ts'
import type { MenuItem } from '../../parts/menu.tsx'
import { go, href } from '../../route.ts'
import { acts, type FlagAct } from '../../text/flags.ts'
import type { ListedFlag } from './listed-flag.ts'

/** What the person who looks may do with a flag: nothing else is offered. */
export function rowMenu(
  flag: ListedFlag,
  mayEdit: boolean,
  onAct: (act: FlagAct, flag: ListedFlag) => void,
  onDuplicate: (flag: ListedFlag) => void,
): readonly MenuItem[] {
  const act = (which: FlagAct): MenuItem => ({
    label: acts.buttons[which],
    dangerous: which === 'delete',
    onChoose: () => onAct(which, flag),
  })
  const open = { label: acts.open, onChoose: () => go(href('flags', flag.id)) }
  if (flag.deleted) return mayEdit ? [open, act('restore')] : [open]
  const edit = { label: acts.edit, onChoose: () => go(href('flags', flag.id, 'edit')) }
  // What is encrypted is not told to a browser, so it could not be copied from there.
  const copies =
    flag.has_encrypted_payloads || !connected.value
      ? []
      : [{ label: acts.duplicate, onChoose: () => onDuplicate(flag) }]
  if (!mayEdit) return [open, ...copies]
  return [edit, ...copies, act(flag.archived ? 'unarchive' : 'archive'), act('delete')]
}
