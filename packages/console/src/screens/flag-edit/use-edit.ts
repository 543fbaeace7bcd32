import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ApiProblem } from '../../api/api-problem.ts'
import { signedOut } from '../../api/connection.ts'
import { readDraft, removeDraft, writeDraft } from '../../drafts.ts'
import { openProject } from '../../session.ts'
import { changesOf, type Draft, differences, type Edit } from './draft.ts'
import { wrongWithJson } from './draft-json.ts'
import { type Problems, problemsOf, problemsTold, toldAtOnce } from './problems.ts'
import type { Aside } from './variants-aside.ts'

/** What is edited: a flag by its id, or a new one, which may be for a cohort or have a key already. */
export type EditId = number | 'new' | `new-for-${number}` | `new-key-${string}`

/** The name under which an edit is stored until it is saved or discarded. */
export const editName = (projectId: number, id: EditId): string => `edit:${projectId}:${id}`

export interface EditState extends Edit {
  /** All that is kept of it. */
  readonly edit: Edit
  readonly changes: ReturnType<typeof changesOf>
  readonly changed: number
  /** Whether there is anything to keep, and to discard. */
  readonly isTouched: boolean
  /** Whatever is in the way of saving. */
  readonly problems: Problems
  /** Those that are told: until somebody tried to save, not what they have not come to yet. */
  readonly told: Problems
  /** The API's refusal that no change followed yet. */
  readonly refusal: ApiProblem | undefined
  readonly wasRestored: boolean
  readonly change: (fields: Partial<Draft>) => void
  /** Keeps what was written as JSON while it is not right; undefined: it is. */
  readonly keepJson: (json: string | undefined) => void
  /** Keeps what the variants were. */
  readonly setAside: (aside: Aside) => void
  readonly begin: (edit: Edit) => void
  readonly refuse: (problem: ApiProblem) => void
  /** Somebody tries to save: from then on what is missing is told. */
  readonly tryIt: () => void
  /** Nothing is to be kept any more: it was saved, or thrown away. */
  readonly forget: () => void
}

/** An edit under way, kept in the browser from its first change until it is saved or thrown away. */
export function useEdit(id: EditId, start: Edit): EditState {
  const project = openProject().id
  const name = editName(project, id)
  const [kept] = useState(() => readDraft<Edit>(name))
  const [edit, setEdit] = useState<Edit>(kept ?? start)
  const [refusal, setRefusal] = useState<ApiProblem>()
  const [tried, setTried] = useState(false)
  const isOver = useRef(false)
  // Who has signed in again is not refused any more.
  useEffect(() => {
    if (!signedOut.value) setRefusal((current) => (current?.status === 401 ? undefined : current))
  }, [signedOut.value])
  const changed = differences(edit.base, edit.draft).length
  const isTouched = changed > 0 || edit.json !== undefined
  const problems = new Map([
    ...jsonProblems(edit),
    ...problemsOf(edit.draft),
    ...(refusal ? problemsTold(refusal) : []),
  ])
  // Before anything else may happen: a page can be left at any moment.
  useLayoutEffect(() => {
    if (isOver.current) return
    if (isTouched) writeDraft(name, edit)
    else removeDraft(name)
  }, [edit])
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
    change: (fields) => {
      setRefusal(undefined)
      setEdit((current) => ({ ...current, draft: { ...current.draft, ...fields } }))
    },
    keepJson: (json) => {
      setRefusal(undefined)
      setEdit((current) => ({ ...current, json }))
    },
    setAside: (aside) => setEdit((current) => ({ ...current, aside })),
    begin: (begun) => {
      setRefusal(undefined)
      setTried(false)
      setEdit(begun)
    },
    refuse: setRefusal,
    tryIt: () => setTried(true),
    forget: () => {
      isOver.current = true
      removeDraft(name)
    },
  }
}

function jsonProblems({ json }: Edit): Problems {
  const wrong = json === undefined ? undefined : wrongWithJson(json)
  return new Map(wrong === undefined ? [] : [['json', wrong]])
}
