import { connected } from '../../api/connection.ts'
import type { MenuItem } from '../../parts/menu.tsx'
import { go } from '../../route.ts'
import { acts, type FlagAct } from '../../text/flags.ts'
import type { ListedFlag } from './listed-flag.ts'

type MenuFlag = Pick<ListedFlag, 'active' | 'archived' | 'deleted' | 'has_encrypted_payloads'>

interface Choices {
  /** The address of the form. */
  readonly edit: string
  readonly onAct: (act: FlagAct) => void
  readonly onDuplicate: () => void
}

/** What the signed-in user may do with a flag: the menu of its row in the list and of its own page (CONSOLE-262). */
export function flagMenu(flag: MenuFlag, mayEdit: boolean, { edit, onAct, onDuplicate }: Choices): readonly MenuItem[] {
  const act = (which: FlagAct): MenuItem => ({
    label: acts.buttons[which],
    onChoose: () => onAct(which),
  })
  if (flag.deleted) return mayEdit ? [act('restore')] : []
  // Encrypted payloads are not sent to browsers, so the console cannot copy them.
  const canCopy = connected.value && !flag.has_encrypted_payloads
  const copies = canCopy ? [{ label: acts.duplicate, onChoose: onDuplicate }] : []
  if (!mayEdit) return copies
  const toEdit = { label: acts.edit, onChoose: () => go(edit) }
  if (flag.archived) return [toEdit, ...copies, act('unarchive'), act('delete')]
  return [toEdit, ...copies, act(flag.active ? 'off' : 'on'), act('archive'), act('delete')]
}
