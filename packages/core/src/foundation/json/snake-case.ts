/** Converts `rolloutPercentage` to `rollout_percentage`: code uses camel case, the API and documents snake case. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
