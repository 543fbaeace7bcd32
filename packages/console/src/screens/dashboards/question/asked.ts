import { type DraftState, useDraft } from '../../../parts/use-draft.ts'
import { fromQuery } from './from-query.ts'
import type { Query } from './query-source.ts'
import { FIRST_QUESTION, type Question } from './question.ts'
import { toQuery } from './to-query.ts'

/** A chart that is being edited. */
export interface Asked {
  readonly name: string
  readonly description: string
  /** undefined if the typed text is not a query. */
  readonly query: Query | undefined
  /** undefined if the query uses options that the form does not have. */
  readonly question: Question | undefined
  /** The typed query; null if the form is used. */
  readonly json: string | null
  readonly wasRestored: boolean
  readonly rename: (name: string) => void
  readonly describe: (description: string) => void
  readonly ask: (question: Question) => void
  /** @param query undefined if `json` is not a query */
  readonly type: (json: string, query: Query | undefined) => void
  readonly forget: () => void
}

interface Start {
  readonly name: string | null
  readonly description: string | null
  readonly query: Query | null
}

interface Draft {
  readonly name: string
  readonly description: string
  /** null if the typed text is not a query. */
  readonly query: Query | null
  readonly json: string | null
}

/**
 * @param place the name of the draft, which survives a reload
 * @param start the stored chart; a new chart shows the calls of all flags
 */
export function useAsked(place: string, start: Start | undefined): Asked {
  const { draft, change, wasRestored, forget }: DraftState<Draft> = useDraft<Draft>(place, {
    name: start?.name ?? '',
    description: start?.description ?? '',
    query: start?.query ?? toQuery(FIRST_QUESTION),
    json: null,
  })
  const { name, description, query, json } = draft
  return {
    name,
    description,
    query: query ?? undefined,
    question: fromQuery(query),
    json,
    wasRestored,
    rename: (name) => change({ name }),
    describe: (description) => change({ description }),
    ask: (question) => change({ query: toQuery(question, query), json: null }),
    type: (json, query) => change({ json, query: query ?? null }),
    forget,
  }
}
