import { Choice } from '../../../parts/choice.tsx'
import { Chips } from '../../../parts/conditions/chips.tsx'
import { question as text } from '../../../text/question.ts'
import { FlagPicker } from './flag-picker.tsx'
import { hasSteps, isReport, type Question } from './question.ts'

interface Props {
  readonly question: Question
  readonly ask: (question: Question) => void
}

/** Edits every query that is possible for one series. */
export function QuestionFields({ question, ask }: Props) {
  const change = (fields: Partial<Question>) => ask({ ...question, ...fields })
  return (
    <>
      <Choice
        label={text.about}
        value={question.about}
        options={text.abouts}
        onChoose={(about) => change({ about, ...(about === 'dau' && withoutUncounted(question)) })}
      />
      {isReport(question.about) ? (
        <p class="quiet small">{text.reports[question.about]}</p>
      ) : (
        <>
          <Appearance question={question} change={change} />
          <Narrowing question={question} change={change} />
        </>
      )}
    </>
  )
}

/** The server does not count users by SDK or by place of evaluation (INSIGHT-7). */
function withoutUncounted({ breakdown }: Question): Partial<Question> {
  return { sdks: [], place: 'anywhere', breakdown: breakdown === '$lib' ? 'nothing' : breakdown }
}

interface PartProps {
  readonly question: Question
  readonly change: (fields: Partial<Question>) => void
}

function Appearance({ question, change }: PartProps) {
  const breakdowns = question.about === 'dau' ? text.breakdownsOfUsers : text.breakdowns
  return (
    <div class="pair narrow">
      <Choice
        label={text.from}
        value={question.from}
        options={withCustom(question.from)}
        onChoose={(from) => change({ from, ...(from === '-24h' && { interval: 'hour' }) })}
      />
      <Choice
        label={text.breakdown}
        value={question.breakdown}
        options={breakdowns}
        onChoose={(breakdown) => change({ breakdown })}
      />
      <Choice
        label={text.display}
        value={question.display}
        options={text.displays}
        onChoose={(display) => change({ display })}
      />
      {hasSteps(question) && (
        <Choice
          label={text.interval}
          value={question.interval}
          options={text.intervals}
          onChoose={(interval) => change({ interval })}
        />
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={question.compare}
          onChange={({ currentTarget }) => change({ compare: currentTarget.checked })}
        />
        <span>{text.compare}</span>
      </label>
    </div>
  )
}

/** Returns the usual time ranges, and the range of the query. */
function withCustom(from: string): Readonly<Record<string, string>> {
  return Object.hasOwn(text.ranges, from) ? text.ranges : { ...text.ranges, [from]: from }
}

function Narrowing({ question, change }: PartProps) {
  const { flags, responses, sdks, about } = question
  return (
    <>
      <FlagPicker keys={flags} onChange={(chosen) => change({ flags: chosen })} />
      <details
        open={responses.length + sdks.length > 0 || question.place !== 'anywhere' || question.measure !== 'exposures'}
      >
        <summary>{text.more}</summary>
        <div class="stack">
          <Texts label={text.responses} values={responses} onChange={(values) => change({ responses: values })} />
          <Choice
            label={text.measure}
            value={question.measure}
            options={text.measures}
            onChoose={(measure) => change({ measure })}
          />
          {about === 'total' && (
            <>
              <Texts label={text.sdks} values={sdks} onChange={(values) => change({ sdks: values })} />
              <Choice
                label={text.place}
                value={question.place}
                options={text.placesOf}
                onChoose={(place) => change({ place })}
              />
            </>
          )}
        </div>
      </details>
    </>
  )
}

interface TextsProps {
  readonly label: string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

function Texts(props: TextsProps) {
  return (
    <div class="field">
      <span class="label">{props.label}</span>
      <Chips {...props} placeholder={text.any} />
    </div>
  )
}
