/** Credentials of a seeded database. */
export const API_KEY = 'phx_bench_0123456789abcdefghijklmnopqrstuvwxyz'

export const AUTHORIZATION = `Bearer ${API_KEY}`

/** Returns the public token of the project with this id. */
export function projectToken(projectId: number): string {
  return `phc_bench_project_${projectId}`
}
