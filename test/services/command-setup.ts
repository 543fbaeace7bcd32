import { buildApplications } from '../../scripts/build/build-applications.ts'

/**
 * Builds the `flagdeck` command, unless it is built from the current sources. Tests start the published form, which
 * takes a third of the CPU time of the sources to start.
 */
export async function setup(): Promise<void> {
  await buildApplications()
}
