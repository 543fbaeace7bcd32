import type { ComponentChildren } from 'preact'
import { Suspense } from 'preact/compat'
import { Dialog } from '../../parts/dialog.tsx'
import { Guard } from '../../parts/guard.tsx'
import { lazy } from '../../parts/lazy.ts'
import { copying } from '../../text/copy-to-project.ts'
import type { ListedFlag } from './listed-flag.ts'

// Loaded separately, because few visits open it.
const CopyToProject = lazy(() => import('./copy-to-project.tsx').then((module) => module.CopyToProject))

interface Props {
  readonly flag: ListedFlag
  readonly onClose: () => void
}

/** Shows the dialog that copies a flag to another project. Its script is loaded when it opens. */
export function CopyDialog({ flag, onClose }: Props) {
  const inDialog = (failure: ComponentChildren) => (
    <Dialog title={copying.title(flag.key)} onClose={onClose}>
      {failure}
    </Dialog>
  )
  return (
    <Guard around={inDialog}>
      <Suspense fallback={null}>
        <CopyToProject flag={flag} onClose={onClose} />
      </Suspense>
    </Guard>
  )
}
