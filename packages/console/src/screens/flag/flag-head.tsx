import { useState } from 'preact/hooks'
import { draftNames, editName } from '../../drafts.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Switch } from '../../parts/switch.tsx'
import { href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { flagText, unsavedEdit } from '../../text/flag-page.ts'
import type { FlagAct } from '../../text/flags.ts'
import { CopyDialog } from '../flags/copy-dialog.tsx'
import { DuplicateDialog } from '../flags/duplicate-dialog.tsx'
import { flagMenu } from '../flags/flag-menu.ts'
import { canWrite, type Flag, isOn, mayChange } from './flag.ts'
import { archiveFlag, deleteFlag, restoreFlag, switchFlag, unarchiveFlag } from './flag-actions.ts'
import { Needers } from './needers.tsx'

type Question = 'archive' | 'delete' | 'off'

interface Props {
  readonly flag: Flag
}

/** Shows the key of the flag, its switch and its actions. */
export function FlagHead({ flag }: Props) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [duplicates, setDuplicates] = useState(false)
  const [copies, setCopies] = useState(false)
  const writable = canWrite(flag) && !flag.deleted
  const items = flagMenu(flag, canWrite(flag), {
    edit: href('flags', flag.id, 'edit'),
    onAct: (act) => actOn(flag, act, setQuestion),
    onDuplicate: () => setDuplicates(true),
    onCopy: () => setCopies(true),
  })
  return (
    <header class="stack flag-head">
      <div class="head">
        <div class="row flag-name">
          <Switch
            on={isOn(flag)}
            label={flag.key}
            disabled={!writable || flag.archived}
            onSwitch={(on) => (on ? void switchFlag(flag, true) : setQuestion('off'))}
          />
          <span class="on-off">{isOn(flag) ? flagText.on : flagText.off}</span>
          <h1 class="mono flag-key" dir="auto" title={flag.key}>
            {flag.key}
          </h1>
          <Copy text={flag.key} label={flagText.copyKey} />
        </div>
        <div class="row">
          {writable && (
            <a class="button primary" href={href('flags', flag.id, 'edit')}>
              {flagText.edit}
            </a>
          )}
          {items.length > 0 && <Menu label={flagText.more} items={items} />}
        </div>
      </div>
      <Notices flag={flag} />
      {question && <QuestionDialog flag={flag} question={question} onClose={() => setQuestion(null)} />}
      {copies && <CopyDialog flag={flag} onClose={() => setCopies(false)} />}
      {duplicates && <DuplicateDialog flag={flag} onClose={() => setDuplicates(false)} />}
    </header>
  )
}

/** Shows notices: the flag is deleted or archived, has unsaved changes, or cannot be edited by the signed-in user. */
function Notices({ flag }: Props) {
  const sentence = flag.deleted ? flagText.isDeleted : flag.archived ? flagText.isArchived : undefined
  return (
    <>
      {sentence && (
        <div class="card warn row wrap">
          <span class="grow">{sentence}</span>
          {canWrite(flag) && (
            <button
              type="button"
              class="button"
              onClick={() => void (flag.deleted ? restoreFlag(flag) : unarchiveFlag(flag))}
            >
              {flag.deleted ? flagText.restore : flagText.unarchive}
            </button>
          )}
        </div>
      )}
      {draftNames.value.has(editName(openProject().id, flag.id)) && (
        <p class="small">
          <span class="quiet">{unsavedEdit.notice}</span>{' '}
          <a href={href('flags', flag.id, 'edit')}>{unsavedEdit.continue}</a>
        </p>
      )}
      {!mayChange(flag) && <p class="quiet small">{flagText.mayOnlyLook}</p>}
    </>
  )
}

/** Runs an action. Actions that withdraw a flag from users are confirmed first. */
function actOn(flag: Flag, act: FlagAct, ask: (question: Question) => void): void {
  switch (act) {
    case 'off':
    case 'archive':
    case 'delete':
      ask(act)
      return
    case 'on':
      void switchFlag(flag, true)
      return
    case 'unarchive':
      void unarchiveFlag(flag)
      return
    case 'restore':
      void restoreFlag(flag)
      return
    case 'tag':
    case 'untag':
      // Only the list has these actions. Here, tags are edited in the form.
      return
  }
}

interface QuestionProps extends Props {
  readonly question: Question
  readonly onClose: () => void
}

function QuestionDialog({ flag, question, onClose }: QuestionProps) {
  const { title, effect, action, run } = QUESTIONS[question]
  return (
    <Confirm title={title} action={action} onConfirm={() => run(flag)} onClose={onClose}>
      <p>{effect}</p>
      <Needers flag={flag} />
    </Confirm>
  )
}

const QUESTIONS = {
  off: {
    title: flagText.turnOffTitle,
    effect: flagText.turnOffEffect,
    action: flagText.turnOffAction,
    run: (flag: Flag) => switchFlag(flag, false),
  },
  archive: {
    title: flagText.archiveTitle,
    effect: flagText.archiveEffect,
    action: flagText.archive,
    run: archiveFlag,
  },
  delete: { title: flagText.deleteTitle, effect: flagText.deleteEffect, action: flagText.delete, run: deleteFlag },
} as const satisfies Record<Question, unknown>
