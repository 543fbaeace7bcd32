import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Difference } from '../../parts/difference/difference.tsx'
import { ownValue } from '../../parts/own-value.ts'
import { href } from '../../route.ts'
import { activity } from '../../text/activity.ts'
import { type ChangePart, changeParts, changeText } from '../../text/change-parts.ts'
import { spokenChanges } from '../../text/flag-change.ts'
import { personName } from '../flag/flag.ts'
import './activity-rows.css'
import { type Day, dateOf, daysOf, type Entry, type Fold } from './entries.ts'

const WEEKDAY = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })
const WITH_YEAR = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })
const HAS_12_HOURS = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12
const TIME = new Intl.DateTimeFormat(undefined, { hour: HAS_12_HOURS ? 'numeric' : '2-digit', minute: '2-digit' })
/** The width of "10:01 PM" or "15:01". */
const TIME_WIDTH = HAS_12_HOURS ? '60px' : '38px'
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })

const DAY_MS = 86_400_000

interface Props {
  readonly entries: readonly Entry[]
  readonly grouped?: boolean
  /** Whether the rows name the record. The page of the record omits it. */
  readonly named?: boolean
  /** Returns actions for the version of an entry; `isNear` is whether its row has the pointer or the focus. */
  readonly actions?: ((entry: Entry, isNear: boolean) => ComponentChildren) | undefined
  /** Shown after the heading of the first day. */
  readonly children?: ComponentChildren
}

/** Shows entries by day, one row each. */
export function ActivityRows({ entries, grouped = false, named = true, actions, children }: Props) {
  return (
    <>
      {daysOf(entries, grouped).map((day, index) => (
        <section key={day.date} class={named ? 'activity' : 'activity unnamed'} style={{ '--time': TIME_WIDTH }}>
          <div class="activity-day">
            <h2>{headingOf(day)}</h2>
            <span class="quiet small">{activity.changes(day.count)}</span>
            {index === 0 && children}
          </div>
          <ol>
            {day.folds.map((fold) =>
              fold.entries.length === 1 ? (
                <EntryRow key={fold.id} entry={fold.newest} named={named} actions={actions} />
              ) : (
                <FoldRow key={fold.id} fold={fold} named={named} actions={actions} />
              ),
            )}
          </ol>
        </section>
      ))}
    </>
  )
}

function headingOf({ date, start }: Day): string {
  const now = Date.now()
  if (date === dateOf(new Date(now))) return activity.today(WEEKDAY.format(start))
  if (date === dateOf(new Date(now - DAY_MS))) return activity.yesterday(WEEKDAY.format(start))
  return start.getFullYear() === new Date(now).getFullYear() ? WEEKDAY.format(start) : WITH_YEAR.format(start)
}

interface EntryProps {
  readonly entry: Entry
  readonly named: boolean
  readonly actions: Props['actions']
}

function EntryRow({ entry, named, actions }: EntryProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const changes = spokenChanges(entry.detail.changes)
  const parts = changeParts([entry])
  return (
    <li class="activity-row">
      <Line entry={entry} named={named} actions={actions}>
        {changes.length === 0 ? (
          <span class="activity-change">
            <Parts parts={parts} />
          </span>
        ) : (
          <Toggle id={id} isOpen={isOpen} title={changeText(parts)} onToggle={() => setIsOpen(!isOpen)}>
            <Parts parts={parts} />
          </Toggle>
        )}
      </Line>
      {isOpen && (
        <div id={id} class="activity-more">
          <Difference changes={changes} />
        </div>
      )}
    </li>
  )
}

interface FoldProps extends Omit<EntryProps, 'entry'> {
  readonly fold: Fold
}

/** Shows several entries of one user about one record: their number, the combined change, and their period. */
function FoldRow({ fold: { newest, entries }, named, actions }: FoldProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const parts = changeParts(entries)
  const [from, to] = [timeOf(entries.at(-1) ?? newest), timeOf(newest)]
  // The row starts with the time of the newest entry.
  const period = from === to ? undefined : activity.period(from, to)
  return (
    <li class="activity-row">
      <Line entry={newest} named={named} actions={actions}>
        <Toggle
          id={id}
          isOpen={isOpen}
          title={[changeText(parts), period].filter(Boolean).join(' ')}
          chip={activity.changes(entries.length)}
          onToggle={() => setIsOpen(!isOpen)}
        >
          <Parts parts={parts} /> {period && <span class="quiet">{period}</span>}
        </Toggle>
      </Line>
      {isOpen && (
        <ol id={id} class="activity-fold">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} named={named} actions={actions} />
          ))}
        </ol>
      )}
    </li>
  )
}

interface LineProps extends EntryProps {
  /** The change. */
  readonly children: ComponentChildren
}

function Line({ entry, named, actions, children }: LineProps) {
  const { created_at: createdAt, user, version } = entry
  const name = personName(user)
  const { isNear, ...nearness } = useNearness()
  return (
    <div class="activity-line" {...nearness}>
      <time dateTime={createdAt} title={EXACT.format(new Date(createdAt))}>
        {timeOf(entry)}
      </time>
      {named && <ObjectName entry={entry} />}
      {children}
      <span class="activity-user" title={user.email ?? undefined} dir="auto">
        <span class="visually-hidden">{activity.by} </span>
        {name}
      </span>
      <span class="activity-end">
        {version != null && <span class="activity-version">{activity.version(version)}</span>}
        {actions?.(entry, isNear)}
      </span>
    </div>
  )
}

/** A pointer that only crosses a row does not count. */
const RESTING_MS = 80

function useNearness() {
  const [isNear, setIsNear] = useState(false)
  const resting = useRef(0)
  useEffect(() => () => clearTimeout(resting.current), [])
  return {
    isNear,
    onPointerEnter: () => {
      resting.current = setTimeout(() => setIsNear(true), RESTING_MS)
    },
    onPointerLeave: () => clearTimeout(resting.current),
    onFocusIn: () => setIsNear(true),
  }
}

function timeOf({ created_at: createdAt }: Entry): string {
  return TIME.format(new Date(createdAt))
}

interface ToggleProps {
  /** The id of the element that the button shows. */
  readonly id: string
  readonly isOpen: boolean
  /** The full text, which the row may cut off. */
  readonly title: string
  readonly chip?: string
  readonly onToggle: () => void
  readonly children: ComponentChildren
}

function Toggle({ id, isOpen, title, chip, onToggle, children }: ToggleProps) {
  return (
    <button
      type="button"
      class="activity-change"
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      title={title}
      onClick={onToggle}
    >
      {chip && <span class="tag">{chip}</span>}
      <span class="activity-text" dir="auto">
        {children}
      </span>
    </button>
  )
}

function Parts({ parts }: { readonly parts: readonly ChangePart[] }) {
  return (
    <>
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <Part part={part} />
        </span>
      ))}
    </>
  )
}

function Part({ part: { label, before, between, after } }: { readonly part: ChangePart }) {
  return (
    <>
      {label !== undefined && <span>{label}</span>}
      {label !== undefined && after !== undefined && ' '}
      {before !== undefined && <span class="quiet">{before} → </span>}
      {between !== undefined && <span>{between} → </span>}
      {after !== undefined && <b>{after}</b>}
    </>
  )
}

/** The kinds of records that have pages, with the folders of their addresses. */
const PAGES: Readonly<Record<string, string>> = { FeatureFlag: 'flags', Dashboard: 'dashboards', Cohort: 'cohorts' }

/** Shows the name of the record, as a link if it has a page. */
function ObjectName({ entry: { scope, item_id, detail } }: { readonly entry: Entry }) {
  const name = detail.name || item_id
  const page = ownValue(PAGES, scope)
  const look = page === 'flags' ? 'activity-object mono' : 'activity-object'
  return page === undefined ? (
    <span class={look} dir="auto" title={name}>
      {name}
    </span>
  ) : (
    <a class={look} dir="auto" title={name} href={href(page, item_id)}>
      {name}
    </a>
  )
}
