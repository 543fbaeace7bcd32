import type { Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useLast } from '../../parts/use-last.ts'
import { go, href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { sentences } from '../../text/frame.ts'
import { people as text } from '../../text/people.ts'
import { FOUND_LIMIT, FoundList } from './found-list.tsx'

type Flag = Output<'listFlags'>['results'][number]

interface Props {
  readonly distinctId: string
  readonly onClose: () => void
}

/** Opens the editor of a flag with a condition set for this user as an unsaved draft. */
export function TargetInFlag({ distinctId, onClose }: Props) {
  const open = ({ id }: Flag) => {
    onClose()
    go(`${href('flags', id, 'edit')}?${new URLSearchParams({ user: distinctId })}`)
  }
  return (
    <Dialog title={text.targetTitle(distinctId)} onClose={onClose}>
      <p class="quiet small">{text.targetHint}</p>
      <FoundList
        label={text.searchFlags}
        hint={text.flagHint}
        useFound={useFlags}
        none={<p class="quiet">{text.noFlags}</p>}
        noneFound={text.noFlagFound}
      >
        {(flag: Flag) => (
          <li key={flag.id}>
            <button type="button" class="menu-item" disabled={!flag.can_edit} onClick={() => open(flag)}>
              <span class="grow ellipsis mono" title={flag.key}>
                {flag.key}
              </span>
              <span class="quiet small">{stateOf(flag)}</span>
            </button>
          </li>
        )}
      </FoundList>
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {sentences.cancel}
        </button>
      </div>
    </Dialog>
  )
}

function stateOf({ can_edit, active }: Flag): string | undefined {
  if (!can_edit) return text.viewOnly
  return active ? undefined : text.off
}

function useFlags(search: string) {
  const query = { limit: String(FOUND_LIMIT), ...(search && { search }) }
  return useLast(useQuery('listFlags', { params: { project_id: openProject().id }, query }))
}
