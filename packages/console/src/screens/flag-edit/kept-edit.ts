import type { Edit } from './draft.ts'

/** What is edited: a flag by its number, or a new one, which may be begun for a cohort. */
export type EditId = number | 'new' | `new-for-${number}`

const nameOf = (project: number, id: EditId): string => `flagdeck:edit:${project}:${id}`

/** What was typed and not saved, kept over a reload, a lost session or a dead server. */
export function keptEdit(project: number, id: EditId): Edit | undefined {
  try {
    const text = sessionStorage.getItem(nameOf(project, id))
    return text === null ? undefined : (JSON.parse(text) as Edit) // written below
  } catch {
    return undefined
  }
}

/** @param edit undefined: there is nothing to keep any more */
export function keepEdit(project: number, id: EditId, edit: Edit | undefined): void {
  try {
    if (edit === undefined) sessionStorage.removeItem(nameOf(project, id))
    else sessionStorage.setItem(nameOf(project, id), JSON.stringify(edit))
  } catch {
    // A browser without storage, or with a full one: what is typed lives as long as the page.
  }
}
