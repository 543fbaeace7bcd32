import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiProblem, problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogActions } from '../../parts/dialog-actions.tsx'
import { Difference } from '../../parts/difference/difference.tsx'
import { Field } from '../../parts/field.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { entered, openProject, type Project } from '../../session.ts'
import { copying as text } from '../../text/copy-to-project.ts'
import { sentences } from '../../text/frame.ts'
import './copy-to-project.css'
import { otherProjects } from './flag-menu.ts'
import type { ListedFlag } from './listed-flag.ts'

interface Props {
  readonly flag: ListedFlag
  readonly onClose: () => void
}

type Copied = Output<'copyFlags'>
type Change = Copied['changes'][number]['changes'][number]

/** Copies a flag to another project of the organization, after showing the changes there. */
export function CopyToProject({ flag, onClose }: Props) {
  const projects = otherProjects()
  const [target, setTarget] = useState<Project | undefined>(projects.length === 1 ? projects[0] : undefined)
  const [turnsOff, setTurnsOff] = useState(false)
  const [copiedId, setCopiedId] = useState<number>()
  const [isOutdated, setIsOutdated] = useState(false)
  const doing = useDoing()
  const input = target && copyOf(flag, target, turnsOff)
  const plan = useQuery('copyFlags', input ? { ...input, query: { dry_run: true } } : null)
  const isPossible = plan.data !== undefined && changesOf(plan.data).length > 0
  const copy = (event: Event) => {
    event.preventDefault()
    if (!input || !plan.data) return
    const expected_versions = versionsOf(plan.data)
    return doing.run(async () => {
      setIsOutdated(false)
      try {
        const { success, failed } = await call('copyFlags', {
          ...input,
          body: { ...input.body, expected_versions },
          query: {},
        })
        const [refusal] = failed
        if (refusal) throw new ApiProblem(400, { detail: refusal.error_message })
        setCopiedId(success[0]?.id)
      } catch (error) {
        // The button stays disabled until the new changes are shown (CONSOLE-322).
        await refresh('copyFlags')
        if (problemOf(error).code !== 'conflict') throw error
        setIsOutdated(true)
      }
    })
  }
  const isDone = target !== undefined && copiedId !== undefined
  return (
    <Dialog title={text.title(flag.key)} size={isDone ? 'form' : 'wide'} onClose={onClose}>
      {isDone ? (
        <Done target={target} id={copiedId} onClose={onClose} />
      ) : (
        <form class="stack" onSubmit={copy}>
          <Field label={text.project} hint={target ? undefined : text.hint}>
            {(attributes) => (
              <select
                {...attributes}
                class="input"
                autofocus
                value={target?.id ?? ''}
                onChange={({ currentTarget }) => {
                  setIsOutdated(false)
                  setTarget(projects.find(({ id }) => String(id) === currentTarget.value))
                }}
              >
                <option value="" disabled>
                  {text.choose}
                </option>
                {projects.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {target && (
            <div class="stack" aria-live="polite">
              <Answered query={plan} rows={3}>
                {(planned) => (
                  <Plan flag={flag} target={target} planned={planned} turnsOff={turnsOff} onTurnOff={setTurnsOff} />
                )}
              </Answered>
            </div>
          )}
          {isOutdated && (
            <p class="wrong" role="alert">
              {text.outdated}
            </p>
          )}
          <Wrong problem={doing.problem} />
          <DialogActions commit={text.commit} disabled={doing.blocked || !isPossible} onCancel={onClose} />
        </form>
      )}
    </Dialog>
  )
}

/** Returns the request. Missing dependencies are copied along: without them, the server refuses the copy (FLAG-144). */
function copyOf({ key }: ListedFlag, target: Project, turnsOff: boolean) {
  return {
    params: { organization_id: entered.value?.organization.id ?? '' },
    body: {
      feature_flag_key: key,
      from_project: openProject().id,
      target_project_ids: [target.id],
      copy_dependencies: true,
      disable_copied_flag: turnsOff,
    },
  }
}

/** Returns the versions that the shown changes are based on (FLAG-173). */
function versionsOf({ changes }: Copied) {
  return changes.map(({ project_id, source_version, target_version }) => ({
    project_id,
    source_version,
    target_version,
  }))
}

function changesOf({ changes }: Copied): readonly Change[] {
  return changes[0]?.changes ?? []
}

interface PlanProps {
  readonly flag: ListedFlag
  readonly target: Project
  readonly planned: Copied
  readonly turnsOff: boolean
  readonly onTurnOff: (turnsOff: boolean) => void
}

/** Shows what the copy would change, or why it is refused. */
function Plan({ flag, target, planned, turnsOff, onTurnOff }: PlanProps) {
  const [refusal] = planned.failed
  if (refusal) return <p class="wrong">{text.refused(target.name, refusal.error_message)}</p>
  const changes = changesOf(planned)
  const own = changes.find(({ kind, name }) => kind === 'flag' && name === flag.key)
  const others = changes.filter((change) => change !== own)
  return (
    <>
      <p>{ownText(own, target, turnsOff, planned.success[0]?.active ?? false)}</p>
      <label class="row small">
        <input type="checkbox" checked={turnsOff} onChange={({ currentTarget }) => onTurnOff(currentTarget.checked)} />
        {text.turnOff(target.name)}
      </label>
      {own?.action === 'update' && <Fields change={own} isEncrypted={flag.has_encrypted_payloads} />}
      {others.length > 0 && <AlsoCreated changes={others} />}
    </>
  )
}

function ownText(own: Change | undefined, { name }: Project, turnsOff: boolean, isOn: boolean): string {
  if (!own) return text.same(name)
  if (own.action === 'create') return text.creates(name, isOn)
  return turnsOff ? text.updatesAndTurnsOff(name) : text.updates(name)
}

const PAYLOADS = 'filters.payloads'

interface FieldsProps {
  readonly change: Change
  readonly isEncrypted: boolean | null
}

function Fields({ change, isEncrypted }: FieldsProps) {
  const shown = change.fields.filter(({ field }) => !(isEncrypted && field === PAYLOADS))
  return (
    <>
      <Difference changes={shown} />
      {shown.length < change.fields.length && <p class="quiet small">{text.payloads}</p>}
    </>
  )
}

function AlsoCreated({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <div>
      <p>{text.alsoCreates}</p>
      <ul class="also-created">
        {changes.map(({ kind, name }) => (
          <li key={`${kind} ${name}`}>
            <span class="quiet small">{kind === 'flag' ? text.flag : text.cohort}</span>{' '}
            <bdi class={kind === 'flag' ? 'mono' : ''}>{name}</bdi>
          </li>
        ))}
      </ul>
      {changes.some(({ kind }) => kind === 'cohort') && <p class="quiet small">{text.emptyLists}</p>}
    </div>
  )
}

interface DoneProps {
  readonly target: Project
  /** The flag in the target project. */
  readonly id: number
  readonly onClose: () => void
}

function Done({ target, id, onClose }: DoneProps) {
  const link = useRef<HTMLAnchorElement>(null)
  // The button that had the focus was removed.
  useEffect(() => link.current?.focus(), [])
  return (
    <>
      <p role="status">{text.done(target.name)}</p>
      <p>
        <a ref={link} href={`#/project/${target.id}/flags/${id}`} onClick={onClose}>
          {text.open(target.name)}
        </a>
      </p>
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {sentences.close}
        </button>
      </div>
    </>
  )
}
