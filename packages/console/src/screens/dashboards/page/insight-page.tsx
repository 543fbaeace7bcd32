import { useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { Crumbs } from '../../../parts/crumbs.tsx'
import { href } from '../../../route.ts'
import { openProject } from '../../../session.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { InsightAnswer } from '../answer/insight-answer.tsx'

interface Props {
  /** Of links. The API takes it in place of the number. */
  readonly shortId: string
}

const HEIGHT = 320

/** One insight by itself, with the dashboards that show it (CONSOLE-172). */
export function InsightPage({ shortId }: Props) {
  // The path has one placeholder for both kinds of id.
  const params = { project_id: openProject().id, id: shortId as unknown as number }
  const query = useQuery('retrieveInsight', { params })
  return (
    <div class="screen">
      <Crumbs list="dashboards" deleted={undefined} />
      <Answered query={query} from="dashboards">
        {(insight) => {
          const name = insight.name || insight.derived_name || text.unnamed
          return (
            <>
              <h1 dir="auto">{name}</h1>
              {insight.description && (
                <p class="quiet" dir="auto">
                  {insight.description}
                </p>
              )}
              <InsightAnswer insight={insight} title={name} height={HEIGHT} />
              {insight.dashboards.map((id) => (
                <p key={id}>
                  <a href={href('dashboards', id)}>{text.shownOn(id)}</a>
                </p>
              ))}
            </>
          )
        }}
      </Answered>
    </div>
  )
}
