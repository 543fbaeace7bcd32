import { useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from '../api/api-problem.ts'
import { connected } from '../api/connection.ts'

/** A request of a form: its failure, and whether it may be sent now. */
export interface Doing {
  readonly problem: ApiProblem | undefined
  readonly blocked: boolean
  readonly run: (work: () => Promise<unknown>) => Promise<void>
  /** Returns the error of a field; undefined if the problem is not about this field. */
  readonly wrong: (field: string) => string | undefined
}

export function useDoing(): Doing {
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    problem,
    blocked: busy || !connected.value,
    run,
    wrong: (field) => (problem?.attr === field ? problem.message : undefined),
  }
}

/** Returns a function that reads the fields of a submitted form by name. */
export function textOf(event: SubmitEvent): (name: string) => string {
  event.preventDefault()
  const form = new FormData(event.currentTarget as HTMLFormElement) // only forms submit
  return (name) => `${form.get(name) ?? ''}`
}
