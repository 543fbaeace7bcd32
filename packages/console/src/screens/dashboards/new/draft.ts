import { openProject } from '../../../session.ts'

export const BEGINNINGS = ['template', 'blank', 'document'] as const
export type Beginning = (typeof BEGINNINGS)[number]

/** A dashboard that is being made. */
export interface DashboardDraft {
  readonly name: string
  readonly description: string
  readonly beginning: Beginning
  /** The name of a template. */
  readonly template: string
  /** A template as JSON text. */
  readonly document: string
}

/** What comes with the service, and most people want. */
const FIRST_TEMPLATE = 'Flag usage'

const EMPTY_DRAFT: DashboardDraft = {
  name: '',
  description: '',
  beginning: 'template',
  template: FIRST_TEMPLATE,
  document: '',
}

const nameOf = (project: number): string => `flagdeck:dashboard:${project}:new`

/** What was typed and not made yet, kept over a reload, a lost session or a dead server. */
export function keptDraft(): DashboardDraft {
  try {
    const text = sessionStorage.getItem(nameOf(openProject().id))
    return text === null ? EMPTY_DRAFT : { ...EMPTY_DRAFT, ...(JSON.parse(text) as DashboardDraft) } // written below
  } catch {
    return EMPTY_DRAFT
  }
}

/** @param draft undefined: there is nothing to keep any more */
export function keepDraft(draft: DashboardDraft | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(nameOf(openProject().id))
    else sessionStorage.setItem(nameOf(openProject().id), JSON.stringify(draft))
  } catch {
    // A browser without storage, or with a full one: what is typed lives as long as the page.
  }
}
