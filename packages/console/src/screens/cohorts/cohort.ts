import type { Output } from '../../api/call.ts'
import { openProject } from '../../session.ts'

export type Cohort = Output<'retrieveCohort'>

/** What the endpoints of one cohort are called with. */
export function inputOf(id: number) {
  return { params: { project_id: openProject().id, id } }
}
