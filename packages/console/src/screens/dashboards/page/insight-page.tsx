import { useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { Crumbs } from '../../../parts/crumbs.tsx'
import { href } from '../../../route.ts'
import { openProject } from '../../../session.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { InsightAnswer } from '../answer/insight-answer.tsx'
import { dashboardName } from '../dashboard.ts'
import '../dashboards.css'

interface Props {
  /** The id in links. The API accepts it in place of the number. */
  readonly shortId: string
}

const HEIGHT = 320

/** Shows one chart, with the dashboards that contain it (CONSOLE-172). */
export function InsightPage({ shortId }: Props) {
  // The path has one parameter for both kinds of id.
  const params = { project_id: openProject().id, id: shortId as unknown as number }
  const query = useQuery('retrieveInsight', { params })
  return (
    <div class="screen">
      <Crumbs list="dashboards" deleted={undefined} />
      <Answered query={query} from="dashboards">
        {(insight) => {
          const name = insight.name || insight.derived_name || text.unnamed
          return (
            <div class="stack insight-page">
              <header class="stack tight">
                <h1 class="long-title" dir="auto" title={name}>
                  {name}
                </h1>
                {insight.description && (
                  <p class="quiet" dir="auto">
                    {insight.description}
                  </p>
                )}
              </header>
              <InsightAnswer insight={insight} title={name} height={HEIGHT} />
              {insight.dashboards.length > 0 && <ShownOn ids={insight.dashboards} />}
            </div>
          )
        }}
      </Answered>
    </div>
  )
}

/** The maximum size of a page of the API. Other dashboards are shown by their ids. */
const LISTED = 200

function ShownOn({ ids }: { readonly ids: readonly number[] }) {
  const listed = useQuery('listDashboards', {
    params: { project_id: openProject().id },
    query: { limit: String(LISTED) },
  })
  return (
    <section class="stack tight">
      <h2>{text.shownOn}</h2>
      <Answered query={listed} rows={1}>
        {({ results }) => (
          <ul class="stack tight">
            {ids.map((id) => {
              const found = results.find((dashboard) => dashboard.id === id)
              return (
                <li key={id}>
                  <a href={href('dashboards', id)} dir="auto">
                    {found ? dashboardName(found) : text.numbered(id)}
                  </a>
                </li>
              )
            })}
          </ul>
        )}
      </Answered>
    </section>
  )
}
