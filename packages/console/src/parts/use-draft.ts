import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { readDraft, removeDraft, writeDraft } from '../drafts.ts'

export interface DraftState<Draft> {
  readonly draft: Draft
  readonly change: (fields: Partial<Draft>) => void
  /** Whether the draft was typed before a reload, and has not changed since. */
  readonly wasRestored: boolean
  /** Removes the stored draft, because it was saved or discarded. */
  readonly forget: () => void
}

/**
 * The fields of a form, stored in the tab as long as they differ from what they were at the start (CONSOLE-27).
 * Secrets do not belong in a draft.
 * @param name unique for the form and what it edits, such as `role:7`
 */
export function useDraft<Draft extends object>(name: string, start: Draft): DraftState<Draft> {
  const [restored] = useState(() => readDraft<Draft>(name))
  const [draft, setDraft] = useState<Draft>(() => ({ ...start, ...restored }))
  const [first] = useState(draft)
  const isOver = useRef(false)
  // A page can be left at any moment, so the draft is stored before the browser paints the change.
  useLayoutEffect(() => {
    if (isOver.current) return
    if (JSON.stringify(draft) === JSON.stringify(start)) removeDraft(name)
    else writeDraft(name, draft)
  }, [draft])
  return {
    draft,
    change: (fields) => setDraft((current) => ({ ...current, ...fields })),
    wasRestored: restored !== undefined && draft === first,
    forget: () => {
      isOver.current = true
      removeDraft(name)
    },
  }
}
