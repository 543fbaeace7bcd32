import { call, type Output } from '../../api/call.ts'
import { know, refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Field } from '../../parts/field.tsx'
import { tell } from '../../parts/toasts.tsx'
import { textOf, useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { enter, openProject, runsOrganization } from '../../session.ts'
import { settings, project as text } from '../../text/settings.ts'
import { ExampleSection } from './example-section.tsx'
import { ProjectTokens } from './project-tokens.tsx'

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

function ProjectForm({ project }: { readonly project: Project }) {
  const doing = useDoing()
  const mayChange = runsOrganization.value
  const save = (event: SubmitEvent) => {
    const body = bodyOf(textOf(event))
    const params = { project_id: project.id }
    return doing.run(async () => {
      know('retrieveProject', { params }, await call('updateProject', { params, body }))
      enter(await call('retrieveSession'))
      await refresh()
      tell(settings.saved)
    })
  }
  return (
    <section>
      <form onSubmit={save} class="form">
        {!mayChange && <p class="quiet">{settings.onlyAdmins}</p>}
        <fieldset class="stack" disabled={!mayChange}>
          <Field label={text.name} wrong={doing.wrong('name')}>
            {(attributes) => <input {...attributes} class="input" name="name" defaultValue={project.name} required />}
          </Field>
          <Field label={text.timezone} hint={text.timezoneHint} wrong={doing.wrong('timezone')}>
            {(attributes) => (
              <input {...attributes} class="input" name="timezone" defaultValue={project.timezone} list="zones" />
            )}
          </Field>
          <TimeZones />
          <label class="row">
            <input type="checkbox" name="adds" defaultChecked={project.events_add_group_types} />
            {text.adds}
          </label>
          <Staleness of={project.staleness} />
        </fieldset>
        <Wrong problem={doing.problem} />
        {mayChange && (
          <button type="submit" class="button primary" disabled={doing.blocked}>
            {settings.save}
          </button>
        )}
      </form>
    </section>
  )
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

function Staleness({ of }: { readonly of: Project['staleness'] }) {
  const fields = [
    ['not_called_days', text.notCalled],
    ['never_called_days', text.neverCalled],
    ['rolled_out_days', text.rolledOut],
  ] as const
  return (
    <fieldset class="stack">
      <legend class="label">{text.stale}</legend>
      <p class="quiet small">{text.staleHint}</p>
      {fields.map(([name, label]) => (
        <Field key={name} label={label}>
          {(attributes) => (
            <input {...attributes} class="input" type="number" min={1} name={name} defaultValue={of[name] ?? ''} />
          )}
        </Field>
      ))}
    </fieldset>
  )
}

function bodyOf(text: (name: string) => string) {
  const days = (name: string) => (text(name) === '' ? null : Number(text(name)))
  return {
    name: text('name'),
    timezone: text('timezone'),
    events_add_group_types: text('adds') === 'on',
    // The types name the fields inside by their names in core; on the wire they are these.
    staleness: {
      not_called_days: days('not_called_days'),
      never_called_days: days('never_called_days'),
      rolled_out_days: days('rolled_out_days'),
    } as object,
  }
}
