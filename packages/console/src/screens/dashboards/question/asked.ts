import { useState } from 'preact/hooks'
import { fromQuery } from './from-query.ts'
import type { Query } from './query-source.ts'
import { FIRST_QUESTION, type Question } from './question.ts'
import { toQuery } from './to-query.ts'

/** A question that is being built. */
export interface Asked {
  readonly name: string
  readonly description: string
  /** undefined: what is typed is no query. */
  readonly query: Query | undefined
  /** undefined: the query says more than the form can show. */
  readonly question: Question | undefined
  readonly rename: (name: string) => void
  readonly describe: (description: string) => void
  readonly ask: (question: Question) => void
  readonly type: (query: Query | undefined) => void
}

interface Start {
  readonly name: string | null
  readonly description: string | null
  readonly query: Query | null
}

/** @param start what is asked by now; a new question is how often flags are called */
export function useAsked(start: Start | undefined): Asked {
  const [name, rename] = useState(start?.name ?? '')
  const [description, describe] = useState(start?.description ?? '')
  const [query, type] = useState<Query | undefined>(() => start?.query ?? toQuery(FIRST_QUESTION))
  return {
    name,
    description,
    query,
    question: fromQuery(query),
    rename,
    describe,
    ask: (question) => type(toQuery(question, query)),
    type,
  }
}
