import { places } from '../../text/frame.ts'

export function DashboardsScreen() {
  return (
    <div class="screen">
      <div class="head">
        <h1>{places.dashboards}</h1>
      </div>
    </div>
  )
}
