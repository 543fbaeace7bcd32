/** A flag of the simplest kind, which every flag service supports. */
export interface SwitchedFlag {
  readonly key: string
  readonly isOn: boolean
  /** Users who get it while it is on; missing for all users. */
  readonly userIds?: readonly string[]
}

/** Returns flags of which one in five is off, and one in five is for fifty users; the others are for all users. */
export function switchedFlags(count: number): readonly SwitchedFlag[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `flag-${index}`,
    isOn: index % 5 !== 0,
    ...(index % 5 === 4 ? { userIds: Array.from({ length: 50 }, (_, user) => userId((index + user * 3) % 200)) } : {}),
  }))
}

/** Returns the id of a user in load generators. */
export function userId(number: number): string {
  return `user-${String(number).padStart(8, '0')}`
}

/** Returns the keys of the flags that a user gets. */
export function keysFor(flags: readonly SwitchedFlag[], userId: string): readonly string[] {
  return flags
    .filter(({ isOn, userIds }) => isOn && (userIds === undefined || userIds.includes(userId)))
    .map(({ key }) => key)
    .sort()
}
