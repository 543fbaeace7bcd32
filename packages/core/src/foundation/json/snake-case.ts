/** `rolloutPercentage` → `rollout_percentage`: fields have camel case inside, and snake case on the wire and in documents. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
