import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { refresh, useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { Combobox } from '../../../parts/combobox.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { tell } from '../../../parts/toasts.tsx'
import { openProject } from '../../../session.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { canWrite, type Dashboard, dashboardName, inputOf, type ListedDashboard, type Tile } from '../dashboard.ts'
import { moveTile } from '../dashboard-actions.ts'

interface Props {
  readonly dashboard: Dashboard
  readonly tile: Tile
  readonly name: string
  readonly way: 'move' | 'copy'
  readonly onClose: () => void
}

/** The maximum number of offered dashboards. */
const LISTED = 200

/** Moves a tile to another dashboard, or shows its chart there too. */
export function SendDialog({ dashboard, tile, name, way, onClose }: Props) {
  const [to, setTo] = useState<ListedDashboard>()
  const params = { project_id: openProject().id }
  const listed = useQuery('listDashboards', { params, query: { limit: String(LISTED) } })
  const send = async () => {
    if (!to) throw new Error(text.chooseDashboard)
    await (way === 'move' ? moveTile(dashboard, to, tile, name) : copyTile(dashboard, to, tile, name))
  }
  return (
    <Confirm title={text[way].title(name)} action={text[way].action} onConfirm={send} onClose={onClose} blocked={!to}>
      <Answered query={listed} rows={2}>
        {({ results }) => {
          const others = results.filter((each) => each.id !== dashboard.id && canWrite(each))
          if (others.length === 0) return <p class="quiet">{text.noOther}</p>
          return (
            <Combobox
              label={text.toDashboard}
              text={to ? dashboardName(to) : ''}
              placeholder={text.chooseDashboard}
              options={others.map((each) => ({ value: String(each.id), label: dashboardName(each) }))}
              onChoose={(id) => setTo(others.find((each) => String(each.id) === id))}
            />
          )
        }}
      </Answered>
    </Confirm>
  )
}

async function copyTile(from: Dashboard, to: ListedDashboard, tile: Tile, name: string): Promise<void> {
  await call('copyTile', { ...inputOf(to.id), body: { from_dashboard_id: from.id, tile_id: tile.id } })
  await refresh('retrieveDashboard')
  tell(text.tileShown(name, dashboardName(to)))
}
