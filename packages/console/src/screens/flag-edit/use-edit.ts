import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ApiProblem } from '../../api/api-problem.ts'
import { openProject } from '../../session.ts'
import { changesOf, type Draft, differences, type Edit } from './draft.ts'
import { type EditId, keepEdit, keptEdit } from './kept-edit.ts'
import { type Problems, problemsOf, problemsTold } from './problems.ts'

export interface EditState extends Edit {
  readonly changes: ReturnType<typeof changesOf>
  readonly changed: number
  readonly problems: Problems
  /** The API's refusal that no change followed yet. */
  readonly refusal: ApiProblem | undefined
  /** Whether somebody tried to save: from then on what is missing is told. */
  readonly tried: boolean
  readonly wasRestored: boolean
  readonly change: (fields: Partial<Draft>) => void
  readonly begin: (edit: Edit) => void
  readonly refuse: (problem: ApiProblem) => void
  readonly tryIt: () => void
  /** Nothing is to be kept any more: it was saved, or thrown away. */
  readonly forget: () => void
}

/** An edit under way, kept in the browser from its first change until it is saved or thrown away. */
export function useEdit(id: EditId, start: Edit): EditState {
  const project = openProject().id
  const [kept] = useState(() => keptEdit(project, id))
  const [edit, setEdit] = useState<Edit>(kept ?? start)
  const [refusal, setRefusal] = useState<ApiProblem>()
  const [tried, setTried] = useState(false)
  const isOver = useRef(false)
  const changed = differences(edit.base, edit.draft).length
  // Before anything else may happen: a page can be left at any moment.
  useLayoutEffect(() => {
    if (!isOver.current) keepEdit(project, id, changed === 0 ? undefined : edit)
  }, [edit])
  return {
    ...edit,
    changes: changesOf(edit),
    changed,
    problems: new Map([...problemsOf(edit.draft), ...(refusal ? problemsTold(refusal) : [])]),
    refusal,
    tried,
    wasRestored: kept !== undefined && edit === kept,
    change: (fields) => {
      setRefusal(undefined)
      setEdit((current) => ({ ...current, draft: { ...current.draft, ...fields } }))
    },
    begin: (begun) => {
      setRefusal(undefined)
      setTried(false)
      setEdit(begun)
    },
    refuse: setRefusal,
    tryIt: () => setTried(true),
    forget: () => {
      isOver.current = true
      keepEdit(project, id, undefined)
    },
  }
}
