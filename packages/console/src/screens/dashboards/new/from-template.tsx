import type { Output } from '../../../api/call.ts'
import { useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { openProject } from '../../../session.ts'
import { newDashboard as text } from '../../../text/new-dashboard.ts'
import { Preview } from './preview.tsx'

type Template = Output<'retrieveDashboardTemplate'>

interface Props {
  readonly chosen: string
  /** Whether the user has tried to create it. From then on, missing input is reported. */
  readonly tried: boolean
  readonly onChoose: (name: string) => void
}

/** The maximum number of templates of a project, plus the built-in ones (DASH-77). */
const MOST = 300

/** Lists templates by name, each with its tiles. */
export function FromTemplate({ chosen, tried, onChoose }: Props) {
  const templates = useQuery('listDashboardTemplates', {
    params: { project_id: openProject().id },
    query: { limit: String(MOST) },
  })
  return (
    <Answered query={templates}>
      {({ results }) => (
        <fieldset class="stack">
          <legend class="label">{text.template}</legend>
          {tried && chosen === '' && (
            <p class="wrong" role="alert">
              {text.templateMissing}
            </p>
          )}
          <ul class="template-list">
            {results.map((template) => (
              <li key={template.id}>
                <Choice template={template} isChosen={template.template_name === chosen} onChoose={onChoose} />
              </li>
            ))}
          </ul>
          <Preview tiles={results.find(({ template_name }) => template_name === chosen)?.tiles} />
        </fieldset>
      )}
    </Answered>
  )
}

interface ChoiceProps extends Pick<Props, 'onChoose'> {
  readonly template: Template
  readonly isChosen: boolean
}

function Choice({ template, isChosen, onChoose }: ChoiceProps) {
  const { template_name: name, dashboard_description: description, tiles, team_id } = template
  return (
    <label class="card check" data-chosen={isChosen || undefined}>
      <input type="radio" name="template" checked={isChosen} onChange={() => onChoose(name)} />
      <span>
        <bdi>{name}</bdi>
        <span class="quiet small">{description}</span>
        <span class="quiet small">{text.holds(tiles.length, team_id === null)}</span>
      </span>
    </label>
  )
}
