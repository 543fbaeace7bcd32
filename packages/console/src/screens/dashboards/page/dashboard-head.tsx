import { useState } from 'preact/hooks'
import { Menu, type MenuItem } from '../../../parts/menu.tsx'
import { go, href } from '../../../route.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { canWrite, type Dashboard, dashboardName, INVITED, mayRestrict } from '../dashboard.ts'
import { deleteDashboard, pinDashboard } from '../dashboard-actions.ts'
import { AddTile } from './add-tile.tsx'
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

/** The name and description of a dashboard, and its menu. */
export function DashboardHead({ dashboard }: Props) {
  const [opened, open] = useState<Opened | null>(null)
  const { description, tags, pinned, restriction_level: level, tiles } = dashboard
  const Opened = opened === null ? undefined : DIALOGS[opened]
  return (
    <header class="stack tight">
      <div class="head">
        <h1 dir="auto">{dashboardName(dashboard)}</h1>
        {pinned && <span class="tag">{text.isPinned}</span>}
        {level === INVITED && <span class="tag">{text.restrictedLong}</span>}
        {tags.map((tag) => (
          <a key={tag} class="tag" dir="auto" href={`${href('dashboards')}?tag=${encodeURIComponent(tag)}`}>
            {tag}
          </a>
        ))}
        <span class="grow" />
        <div class="row">
          {canWrite(dashboard) && tiles.length > 0 && <AddTile dashboard={dashboard} />}
          <Menu label={text.more(dashboardName(dashboard))} items={menuOf(dashboard, open)} />
        </div>
      </div>
      {description && (
        <p class="quiet" dir="auto">
          {description}
        </p>
      )}
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
