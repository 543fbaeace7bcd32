import { connected } from '../../api/connection.ts'
import type { MenuItem } from '../../parts/menu.tsx'
import { go } from '../../route.ts'
import { entered, type Project } from '../../session.ts'
import { copying } from '../../text/copy-to-project.ts'
import { acts, type FlagAct } from '../../text/flags.ts'
import type { ListedFlag } from './listed-flag.ts'

type MenuFlag = Pick<ListedFlag, 'active' | 'archived' | 'deleted' | 'has_encrypted_payloads'>

interface Choices {
  /** The address of the form. */
  readonly edit: string
  readonly onAct: (act: FlagAct) => void
  readonly onDuplicate: () => void
  readonly onCopy: () => void
}

/**
 * Returns the actions that the signed-in user may use on a flag. They form the menu of its row in the list and of its
 * page (CONSOLE-262).
 */
export function flagMenu(
  flag: MenuFlag,
  mayEdit: boolean,
  { edit, onAct, onDuplicate, onCopy }: Choices,
): readonly MenuItem[] {
  const act = (which: FlagAct): MenuItem => ({
    label: acts.buttons[which],
    onChoose: () => onAct(which),
  })
  if (flag.deleted) return mayEdit ? [act('restore')] : []
  // Browsers do not receive encrypted payloads, so the console cannot duplicate them.
  const canCopy = connected.value && !flag.has_encrypted_payloads
  const duplicates = canCopy ? [{ label: acts.duplicate, onChoose: onDuplicate }] : []
  // The server copies flags to other projects, and every member can create flags.
  const canCopyAway = connected.value && otherProjects().length > 0
  const copies = [...duplicates, ...(canCopyAway ? [{ label: copying.menu, onChoose: onCopy }] : [])]
  if (!mayEdit) return copies
  const toEdit = { label: acts.edit, onChoose: () => go(edit) }
  if (flag.archived) return [toEdit, ...copies, act('unarchive'), act('delete')]
  return [toEdit, ...copies, act(flag.active ? 'off' : 'on'), act('archive'), act('delete')]
}

/** Returns the other projects of the organization, to which flags can be copied. */
export function otherProjects(): readonly Project[] {
  const { organization, project } = entered.value ?? {}
  return organization?.projects.filter(({ id }) => id !== project?.id) ?? []
}
