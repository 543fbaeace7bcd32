/** The `Vary` header of a response that depends on one more request header. */
export function varyBy(vary: string | undefined, name: string): string {
  return vary === undefined ? name : `${vary}, ${name}`
}
