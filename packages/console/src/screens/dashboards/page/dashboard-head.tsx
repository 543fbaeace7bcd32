import { useState } from 'preact/hooks'
import { Menu, type MenuItem } from '../../../parts/menu.tsx'
import { PHONE, useMedia } from '../../../parts/use-media.ts'
import { go, href } from '../../../route.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { canWrite, type Dashboard, dashboardName, INVITED, mayRestrict } from '../dashboard.ts'
import { deleteDashboard, pinDashboard } from '../dashboard-actions.ts'
import { AddButtons, useAdding } from './add-tile.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { RestrictDialog } from './restrict-dialog.tsx'

type Opened = 'edit' | 'duplicate' | 'restrict' | 'history' | 'export'

const DIALOGS = {
  edit: EditDialog,
  duplicate: DuplicateDialog,
  restrict: RestrictDialog,
  history: HistoryDialog,
  export: ExportDialog,
} as const satisfies Record<Opened, unknown>

interface Props {
  readonly dashboard: Dashboard
}

/** Shows the name and description of a dashboard, and its menu. On a phone the menu also adds tiles (CONSOLE-338). */
export function DashboardHead({ dashboard }: Props) {
  const [opened, open] = useState<Opened | null>(null)
  const { add, form } = useAdding(dashboard)
  const isPhone = useMedia(PHONE)
  const { description, tags, pinned, restriction_level: level, tiles } = dashboard
  const name = dashboardName(dashboard)
  const canAdd = canWrite(dashboard) && tiles.length > 0
  const adding: readonly MenuItem[] = [
    { label: text.addQuestion, onChoose: () => add('question') },
    { label: text.addText, onChoose: () => add('text') },
  ]
  const Opened = opened === null ? undefined : DIALOGS[opened]
  return (
    <header class="stack tight">
      <div class="head">
        <div class="grow row wrap dashboard-title">
          <h1 class="long-title" dir="auto" title={name}>
            {name}
          </h1>
          {pinned && <span class="tag">{text.isPinned}</span>}
          {level === INVITED && <span class="tag">{text.restrictedLong}</span>}
          {tags.map((tag) => (
            <a key={tag} class="tag" dir="auto" href={`${href('dashboards')}?tag=${encodeURIComponent(tag)}`}>
              {tag}
            </a>
          ))}
        </div>
        <div class="row">
          {canAdd && !isPhone && <AddButtons add={add} />}
          <Menu label={text.more(name)} items={[...(canAdd && isPhone ? adding : []), ...menuOf(dashboard, open)]} />
        </div>
      </div>
      {description && (
        <p class="quiet" dir="auto">
          {description}
        </p>
      )}
      {form}
      {Opened && <Opened dashboard={dashboard} onClose={() => open(null)} />}
    </header>
  )
}

function menuOf(dashboard: Dashboard, open: (which: Opened) => void): readonly MenuItem[] {
  const item = (which: Opened, label: string): MenuItem => ({ label, onChoose: () => open(which) })
  // A document without tiles cannot be imported (DASH-70).
  const exporting = dashboard.tiles.length === 0 ? [] : [item('export', text.export)]
  const print: MenuItem = { label: text.print, onChoose: () => window.print() }
  const always = [item('duplicate', text.duplicate), item('history', text.history), ...exporting, print]
  if (!canWrite(dashboard)) return always
  const listed = { ...dashboard, search_match_type: null }
  const remove = async () => {
    await deleteDashboard(listed)
    go(href('dashboards'))
  }
  return [
    item('edit', text.edit),
    { label: dashboard.pinned ? text.unpin : text.pinIt, onChoose: () => void pinDashboard(listed) },
    ...(mayRestrict(dashboard) ? [item('restrict', text.restrict)] : []),
    ...always,
    { label: text.delete, onChoose: () => void remove() },
  ]
}
