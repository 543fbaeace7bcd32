import { addTotals, type LiveTotals } from '../data/records/live-totals.ts'
import type { ReadTransaction } from '../data/store.ts'
import { refuseIfAny, wholeViolation } from '../foundation/validation/refuse.ts'
import { type Violation, violation } from '../foundation/validation/violation.ts'
import type { Limits, ProjectContext } from './context.ts'

/**
 * The totals of a project for several operations in one transaction. The first operation that needs them reads them, and
 * every stored row updates them: otherwise an import would sum up all rows for each row.
 * The operations run one after another, and the project is locked before the first read.
 */
export class BatchTotals {
  #known: LiveTotals | undefined

  async read(tx: ReadTransaction, projectId: number): Promise<LiveTotals> {
    this.#known ??= await tx.projects.liveTotals(projectId)
    return this.#known
  }

  /** Adds what one stored row changed; the store counts it itself when the totals are still unread. */
  add(growth: LiveTotals): void {
    if (this.#known) this.#known = addTotals(this.#known, growth)
  }
}

/** The totals of the project: those of the open batch, or of the store. */
export function liveTotals(tx: ReadTransaction, { project, totals }: ProjectContext): Promise<LiveTotals> {
  return totals ? totals.read(tx, project.id) : tx.projects.liveTotals(project.id)
}

/** A flag or a cohort that is about to be stored. */
export interface GrowingRow {
  /** The flag or cohort in words, for a refusal of several: `flag new-checkout`. */
  readonly label: string
  readonly growth: LiveTotals
  /** The row is new. Restored flags do not count towards the limit on flags (FLAG-9). */
  readonly isNew: boolean
  /** The totals of the project. They are read here when they are missing and needed, which costs a round trip. */
  readonly totals?: LiveTotals | undefined
}

/** Refuses a row that takes the project above one of its bounds (FLAG-9, FLAG-124, COHORT-33). The project must be locked. */
export async function claimGrowth(tx: ReadTransaction, ctx: ProjectContext, row: GrowingRow): Promise<void> {
  if (ctx.deferredGrowth) ctx.deferredGrowth.note(row)
  else if (isRaised(row.growth)) {
    const before = row.totals ?? (await liveTotals(tx, ctx))
    refuseIfAny(boundViolations(ctx.limits, addTotals(before, row.growth), row))
  }
  ctx.totals?.add(row.growth)
}

const MOST_NAMED = 5

/** Collects what several operations add and remove, so that only the outcome has to be within the bounds (FLAG-128). */
export class DeferredGrowth {
  #growth: LiveTotals = { flags: 0, cohorts: 0, bytes: 0 }
  #hasNewFlags = false
  // Bound: dies with the operations of one transaction
  readonly #raising = new Map<string, number>()

  note({ label, growth, isNew }: GrowingRow): void {
    this.#growth = addTotals(this.#growth, growth)
    if (isNew && growth.flags > 0) this.#hasNewFlags = true
    if (isRaised(growth)) this.#raising.set(label, (this.#raising.get(label) ?? 0) + growth.bytes)
  }

  /** The broken bounds, with the rows that grew most. */
  async violations(tx: ReadTransaction, ctx: ProjectContext): Promise<readonly Violation[]> {
    const growth = this.#growth
    if (!isRaised(growth)) return []
    const found = boundViolations(ctx.limits, await liveTotals(tx, ctx), { growth, isNew: this.#hasNewFlags })
    return found.map((each) => ({ ...each, detail: `${each.detail} ${this.#largest()}` }))
  }

  #largest(): string {
    const labels = [...this.#raising].sort(([, a], [, b]) => b - a).map(([label]) => label)
    const more = labels.length > MOST_NAMED ? ` and ${labels.length - MOST_NAMED} more` : ''
    return `These add the most: ${labels.slice(0, MOST_NAMED).join(', ')}${more}.`
  }
}

function isRaised({ flags, cohorts, bytes }: LiveTotals): boolean {
  return flags > 0 || cohorts > 0 || bytes > 0
}

/** The bounds that the totals `after` the growth exceed. Only a bound whose total was raised is checked (FLAG-125). */
function boundViolations(
  { maxFlagsPerProject, maxCohortsPerProject, maxProjectFiltersBytes }: Limits,
  after: LiveTotals,
  { growth, isNew }: Pick<GrowingRow, 'growth' | 'isNew'>,
): Violation[] {
  const found: Violation[] = []
  if (isNew && growth.flags > 0 && after.flags > maxFlagsPerProject) {
    const limit = inWords(maxFlagsPerProject)
    const advice = 'Please delete unused flags or contact support to increase this limit.'
    found.push(wholeViolation(`Maximum of ${limit} feature flags allowed per team. ${advice}`))
  }
  if (growth.cohorts > 0 && after.cohorts > maxCohortsPerProject) {
    const [size, limit] = [inWords(after.cohorts), inWords(maxCohortsPerProject)]
    const detail = `This project would have ${size} cohorts. The limit is ${limit} cohorts. Please delete unused cohorts.`
    found.push(wholeViolation(detail))
  }
  if (growth.bytes > 0 && after.bytes > maxProjectFiltersBytes) {
    const [size, limit] = [inWords(after.bytes), inWords(maxProjectFiltersBytes)]
    const detail =
      `All feature flags and cohorts of this project would take ${size} bytes. The limit is ${limit} bytes. ` +
      'Please delete unused feature flags and cohorts, or shorten filters, payloads and descriptions.'
    found.push(violation('filters', 'invalid_input', detail))
  }
  return found
}

function inWords(count: number): string {
  return count.toLocaleString('en-US')
}
