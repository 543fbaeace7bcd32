import type { Output } from '../../api/call.ts'
import { openProject } from '../../session.ts'

export type Cohort = Output<'retrieveCohort'>

/** Returns the input of the endpoints of one cohort. */
export function inputOf(id: number) {
  return { params: { project_id: openProject().id, id } }
}
