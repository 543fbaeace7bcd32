import { Menu, type MenuItem } from '../../../parts/menu.tsx'
import { Time } from '../../../parts/time.tsx'
import { go, href, setQuery } from '../../../route.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { personName } from '../../flag/flag.ts'
import { canWrite, dashboardName, INVITED, type ListedDashboard } from '../dashboard.ts'
import { deleteDashboard, pinDashboard, restoreDashboard } from '../dashboard-actions.ts'

interface Props {
  readonly dashboards: readonly ListedDashboard[]
}

export function DashboardTable({ dashboards }: Props) {
  return (
    <table class="table dashboard-table">
      <thead>
        <tr>
          <th scope="col" class="pin">
            <span class="visually-hidden">{text.columns.pin}</span>
          </th>
          <th scope="col">{text.columns.name}</th>
          <th scope="col" class="by">
            {text.columns.by}
          </th>
          <th scope="col" class="viewed">
            {text.columns.viewed}
          </th>
          <th scope="col" class="more">
            <span class="visually-hidden">{text.columns.more}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {dashboards.map((dashboard) => (
          <Row key={dashboard.id} dashboard={dashboard} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ dashboard }: { readonly dashboard: ListedDashboard }) {
  const { id, description, tags, pinned, created_by, last_accessed_at: viewed, deleted } = dashboard
  const name = dashboardName(dashboard)
  return (
    <tr>
      <td class="pin">
        {!deleted && (
          <button
            type="button"
            class="button plain icon"
            aria-pressed={pinned}
            aria-label={text.pin(name)}
            disabled={!canWrite(dashboard)}
            onClick={() => void pinDashboard(dashboard)}
          >
            <span aria-hidden="true">{pinned ? '★' : '☆'}</span>
          </button>
        )}
      </td>
      <td class="named">
        {deleted ? (
          <bdi title={name}>{name}</bdi>
        ) : (
          <a href={href('dashboards', id)} title={name} dir="auto">
            {name}
          </a>
        )}
        {dashboard.restriction_level === INVITED && <span class="tag">{text.restricted}</span>}
        {tags.map((tag) => (
          <button key={tag} type="button" class="tag" onClick={() => setQuery({ tag, page: null })}>
            {tag}
          </button>
        ))}
        {description && (
          <span class="quiet small about" dir="auto" title={description}>
            {description}
          </span>
        )}
      </td>
      <td class="by quiet">{personName(created_by)}</td>
      <td class="viewed quiet">{viewed ? <Time at={viewed} /> : text.never}</td>
      <td class="more">
        <Menu label={text.more(name)} items={menuOf(dashboard)} />
      </td>
    </tr>
  )
}

function menuOf(dashboard: ListedDashboard): readonly MenuItem[] {
  if (dashboard.deleted) {
    return canWrite(dashboard) ? [{ label: text.restore, onChoose: () => void restoreDashboard(dashboard) }] : []
  }
  const open = { label: text.open, onChoose: () => go(href('dashboards', dashboard.id)) }
  if (!canWrite(dashboard)) return [open]
  const pin = { label: dashboard.pinned ? text.unpin : text.pinIt, onChoose: () => void pinDashboard(dashboard) }
  return [open, pin, { label: text.delete, onChoose: () => void deleteDashboard(dashboard) }]
}
