/** A flag of the plainest kind, which every flag service has words for. */
export interface SwitchedFlag {
  readonly key: string
  readonly isOn: boolean
  /** Who gets it while it is on; missing: everybody. */
  readonly userIds?: readonly string[]
}

/** One in five is off, one in five is for fifty users, the others are for everybody. */
export function switchedFlags(count: number): readonly SwitchedFlag[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `flag-${index}`,
    isOn: index % 5 !== 0,
    ...(index % 5 === 4 ? { userIds: Array.from({ length: 50 }, (_, user) => userId((index + user * 3) % 200)) } : {}),
  }))
}

/** As load generators number users. */
export function userId(number: number): string {
  return `user-${String(number).padStart(8, '0')}`
}

/** Keys of the flags that a user gets. */
export function keysFor(flags: readonly SwitchedFlag[], userId: string): readonly string[] {
  return flags
    .filter(({ isOn, userIds }) => isOn && (userIds === undefined || userIds.includes(userId)))
    .map(({ key }) => key)
    .sort()
}
