import type { UserHash } from '../user-hash.ts'
import { Meetings, type MeetingsOptions } from './meetings.ts'
import type { MetUsers } from './met-users.ts'
import { UserRows, type UserRowsLimits } from './user-rows.ts'

export interface GroupMeetingsOptions extends MeetingsOptions {
  readonly hashGroup: (groupKey: string) => UserHash
  readonly limits: UserRowsLimits
}

/** Records which groups got which results of flags for groups: each group has a row, as each user has. */
export class GroupMeetings {
  readonly #hashGroup: GroupMeetingsOptions['hashGroup']
  readonly #rows: UserRows
  readonly #meetings: Meetings

  /** @param width words of bits in a row, with one bit for each result */
  constructor(width: number, { hashGroup, limits, ...options }: GroupMeetingsOptions) {
    this.#hashGroup = hashGroup
    this.#rows = new UserRows(limits)
    this.#meetings = new Meetings(1, options)
    this.widen(width)
  }

  get bytes(): number {
    return this.#rows.bytes + this.#meetings.bytes
  }

  note(place: number, groupKey: string): void {
    const [word, bit] = [place >>> 5, 1 << place]
    const at = this.#rows.offsetOf(groupKey) + word
    // A row has a word for every place.
    if (((this.#rows.met[at] as number) & bit) !== 0) return
    this.#meetings.begin(this.#hashGroup(groupKey))
    this.#meetings.note(word, bit, this.#rows.markMet(at, bit))
  }

  widen(width: number): void {
    this.#rows.widen(width)
    this.#meetings.widen(width)
  }

  /** Returns the groups of each result since the last call. */
  take(): MetUsers {
    return this.#meetings.take()
  }

  /** Makes every group count again. */
  startOver(): void {
    this.#rows.startOver()
  }
}
