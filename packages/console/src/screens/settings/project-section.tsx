import { call, type Output } from '../../api/call.ts'
import { know, refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { tell } from '../../parts/toasts.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { type DraftState, useDraft } from '../../parts/use-draft.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { enter, openProject, runsOrganization } from '../../session.ts'
import { settings, project as text } from '../../text/settings.ts'
import { ExampleSection } from './example-section.tsx'
import { ProjectTokens } from './project-tokens.tsx'
import { Restored } from './restored.tsx'
import { Section } from './section.tsx'
import { TextField } from './text-field.tsx'

type Project = Output<'retrieveProject'>

export function ProjectSection() {
  const params = { project_id: openProject().id }
  const project = useQuery('retrieveProject', { params })
  return (
    <Answered query={project}>
      {(found) => (
        <>
          <ProjectForm key={found.id} project={found} />
          <ProjectTokens project={found} />
          <ExampleSection />
        </>
      )}
    </Answered>
  )
}

/** The numbers of days are the typed texts. */
type Fields = ReturnType<typeof fieldsOf>

function fieldsOf({ name, timezone, events_add_group_types: adds, staleness }: Project) {
  return {
    name,
    timezone,
    adds,
    not_called_days: `${staleness.not_called_days ?? ''}`,
    never_called_days: `${staleness.never_called_days ?? ''}`,
    rolled_out_days: `${staleness.rolled_out_days ?? ''}`,
  }
}

function ProjectForm({ project }: { readonly project: Project }) {
  const doing = useDoing()
  const mayChange = runsOrganization.value
  const start = fieldsOf(project)
  const state = useDraft(`project:${project.id}`, start)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const params = { project_id: project.id }
    return doing.run(async () => {
      const saved = await call('updateProject', { params, body: bodyOf(state.changed) })
      know('retrieveProject', { params }, saved)
      state.reset()
      enter(await call('retrieveSession'))
      await refresh()
      tell(settings.saved)
    })
  }
  return (
    <form onSubmit={save}>
      {!mayChange && <p class="quiet">{settings.onlyAdmins}</p>}
      <Restored of={state} start={start} />
      <fieldset disabled={!mayChange}>
        <General state={state} wrong={doing.wrong} />
        <Section title={text.stale} about={text.staleAbout}>
          <Staleness state={state} />
          <Wrong problem={isOfField(doing.problem?.attr) ? undefined : doing.problem} />
          {mayChange && (
            <div>
              <button type="submit" class="button primary" disabled={doing.blocked}>
                {settings.save}
              </button>
            </div>
          )}
        </Section>
      </fieldset>
    </form>
  )
}

interface FormProps {
  readonly state: DraftState<Fields>
}

function General({
  state: { draft, change },
  wrong,
}: FormProps & { readonly wrong: ReturnType<typeof useDoing>['wrong'] }) {
  return (
    <Section title={text.general} about={text.generalAbout}>
      <TextField
        label={text.name}
        wrong={wrong('name')}
        value={draft.name}
        onInput={(name) => change({ name })}
        required
      />
      <TextField
        label={text.timezone}
        hint={text.timezoneHint}
        wrong={wrong('timezone')}
        value={draft.timezone}
        list="zones"
        onInput={(timezone) => change({ timezone })}
      />
      <TimeZones />
      <label class="check">
        <input
          type="checkbox"
          checked={draft.adds}
          onChange={({ currentTarget }) => change({ adds: currentTarget.checked })}
        />
        <span>{text.adds}</span>
      </label>
    </Section>
  )
}

/** Whether the error is shown at a field. */
function isOfField(attr: string | null | undefined): boolean {
  return attr === 'name' || attr === 'timezone'
}

function TimeZones() {
  return (
    <datalist id="zones">
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  )
}

function Staleness({ state: { draft, change } }: FormProps) {
  const fields = [
    ['not_called_days', text.notCalled],
    ['never_called_days', text.neverCalled],
    ['rolled_out_days', text.rolledOut],
  ] as const
  return (
    <>
      {fields.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          type="number"
          min={1}
          value={draft[name]}
          onInput={(days) => change({ [name]: days })}
        />
      ))}
    </>
  )
}

/** Returns only the changed fields: another admin may have changed the rest since the form opened. */
function bodyOf({ name, timezone, adds, ...typedDays }: Partial<Fields>) {
  const days = Object.entries(typedDays).map(([field, typed]) => [field, typed === '' ? null : Number(typed)])
  return {
    ...(name !== undefined && { name }),
    ...(timezone !== undefined && { timezone }),
    ...(adds !== undefined && { events_add_group_types: adds }),
    // The types have the names of core for the inner fields; the API has these names.
    ...(days.length > 0 && { staleness: Object.fromEntries(days) as object }),
  }
}
