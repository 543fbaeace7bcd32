import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { readDraft, removeDraft, writeDraft } from '../drafts.ts'

export interface DraftState<Draft> {
  readonly draft: Draft
  /** The fields that the user has changed. All other fields follow the stored state on the server. */
  readonly changed: Partial<Draft>
  readonly change: (fields: Partial<Draft>) => void
  /** Drops the changes after they were saved, if the form stays open. */
  readonly reset: () => void
  /** Whether the draft is from before a reload and has not changed since. */
  readonly wasRestored: boolean
  /** Removes the stored draft, because it was saved or discarded and the form closes. */
  readonly forget: () => void
}

/**
 * Returns the fields of a form. Those that differ from `start` are stored in the tab (CONSOLE-27). A draft must not
 * contain secrets.
 * @param name unique for the form and its record, such as `role:7`
 */
export function useDraft<Draft extends object>(name: string, start: Draft): DraftState<Draft> {
  const [restored] = useState(() => readDraft<Partial<Draft>>(name))
  const [changed, setChanged] = useState<Partial<Draft>>(restored ?? {})
  const [first] = useState(changed)
  const isOver = useRef(false)
  const current = useRef(start)
  current.current = start
  // A page can be left at any moment, so the draft is stored before the browser paints the change.
  useLayoutEffect(() => {
    if (isOver.current) return
    if (Object.keys(changed).length === 0) removeDraft(name)
    else writeDraft(name, changed)
  }, [changed])
  return {
    draft: { ...start, ...changed },
    changed,
    change: (fields) => setChanged((before) => without({ ...before, ...fields }, current.current)),
    reset: () => setChanged({}),
    wasRestored: restored !== undefined && changed === first,
    forget: () => {
      isOver.current = true
      removeDraft(name)
    },
  }
}

/** Returns the fields that differ from those of the start. */
function without<Draft extends object>(fields: Partial<Draft>, start: Draft): Partial<Draft> {
  const differing = Object.entries(fields).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(start[field as keyof Draft]),
  )
  return Object.fromEntries(differing) as Partial<Draft> // a subset of its fields
}
