import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ApiProblem } from '../../api/api-problem.ts'
import { signedOut } from '../../api/connection.ts'
import { type EditId, editName, readDraft, removeDraft, writeDraft } from '../../drafts.ts'
import { groupTypeOf } from '../../parts/conditions/condition-types.ts'
import { openProject } from '../../session.ts'
import { changesOf, type Draft, differences, type Edit } from './draft.ts'
import { wrongWithJson } from './draft-json.ts'
import { carriedAsides, hasSetAside, rolledOutBy } from './filters-aside.ts'
import { type Problems, problemsOf, problemsTold, toldAtOnce } from './problems.ts'
import type { Aside } from './variants-aside.ts'

export interface EditState extends Edit {
  /** The stored parts of the edit. */
  readonly edit: Edit
  readonly changes: ReturnType<typeof changesOf>
  readonly changed: number
  /** Whether there are changes to store or discard. */
  readonly isTouched: boolean
  /** Everything that prevents saving. */
  readonly problems: Problems
  /** The visible problems. Until the user tries to save, problems of empty fields are hidden. */
  readonly told: Problems
  /** The error of the API, until the next change. */
  readonly refusal: ApiProblem | undefined
  readonly wasRestored: boolean
  readonly change: (fields: Partial<Draft>) => void
  /** Sets whether a condition set rolls out by users (null) or by groups of a type. */
  readonly rollOutBy: (index: number, groupType: number | null) => void
  /** Stores JSON that has an error; undefined once it has none. */
  readonly keepJson: (json: string | undefined) => void
  /** Stores the variants before they are removed. */
  readonly setAside: (aside: Aside) => void
  readonly begin: (edit: Edit) => void
  /** How often another edit was begun: the form then starts again. */
  readonly begun: number
  readonly refuse: (problem: ApiProblem) => void
  /** Called when the user tries to save: from then on, missing values are shown. */
  readonly tryIt: () => void
  /** Removes the stored edit, because it was saved or discarded. */
  readonly forget: () => void
}

/** Returns an edit. The browser stores it from its first change until it is saved or discarded. */
export function useEdit(id: EditId, start: Edit): EditState {
  const project = openProject().id
  const name = editName(project, id)
  const [kept] = useState(() => readDraft<Edit>(name))
  const [edit, setEdit] = useState<Edit>(kept ?? start)
  const [refusal, setRefusal] = useState<ApiProblem>()
  const [tried, setTried] = useState(false)
  const [begun, setBegun] = useState(0)
  const isOver = useRef(false)
  // After the user signed in again, the error is outdated.
  useEffect(() => {
    if (!signedOut.value) setRefusal((current) => (current?.status === 401 ? undefined : current))
  }, [signedOut.value])
  const changed = differences(edit.base, edit.draft).length
  const isTouched = changed > 0 || edit.json !== undefined || hasSetAside(edit.filtersAside)
  const problems = new Map([
    ...jsonProblems(edit),
    ...problemsOf(edit.draft),
    ...(refusal ? problemsTold(refusal) : []),
  ])
  // A page can be left at any moment, so the edit is stored before the browser paints the change.
  useLayoutEffect(() => {
    if (isOver.current) return
    if (isTouched) writeDraft(name, edit)
    else removeDraft(name)
  }, [edit])
  const update = (next: (current: Edit) => Edit) => {
    setRefusal(undefined)
    setEdit(next)
  }
  return {
    ...edit,
    edit,
    changes: changesOf(edit),
    changed,
    isTouched,
    problems,
    told: tried ? problems : toldAtOnce(problems, edit),
    refusal,
    wasRestored: kept !== undefined && edit === kept,
    change: (fields) => update((current) => withFields(current, fields)),
    rollOutBy: (index, groupType) => update((current) => withSetRolledOutBy(current, index, groupType)),
    keepJson: (json) => update((current) => ({ ...current, json })),
    setAside: (aside) => setEdit((current) => ({ ...current, aside })),
    begin: (next) => {
      setTried(false)
      setBegun(begun + 1)
      update(() => next)
    },
    begun,
    refuse: setRefusal,
    tryIt: () => setTried(true),
    forget: () => {
      isOver.current = true
      removeDraft(name)
    },
  }
}

function withFields(edit: Edit, fields: Partial<Draft>): Edit {
  const draft = { ...edit.draft, ...fields }
  const filtersAside = carriedAsides(edit.filtersAside, edit.draft.filters.groups, draft.filters.groups)
  return { ...edit, draft, filtersAside }
}

function withSetRolledOutBy(edit: Edit, index: number, groupType: number | null): Edit {
  const { filters } = edit.draft
  const current = filters.groups[index]
  if (!current) return edit
  const { set, aside } = rolledOutBy(current, groupTypeOf(current, filters), groupType, edit.filtersAside?.[index])
  const groups = filters.groups.with(index, set)
  const filtersAside = groups.map((_, place) => (place === index ? aside : edit.filtersAside?.[place]))
  return { ...edit, draft: { ...edit.draft, filters: { ...filters, groups } }, filtersAside }
}

function jsonProblems({ json }: Edit): Problems {
  const wrong = json === undefined ? undefined : wrongWithJson(json)
  return new Map(wrong === undefined ? [] : [['json', wrong]])
}
