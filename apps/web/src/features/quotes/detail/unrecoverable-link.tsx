import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'

/** Shown when the server cannot decrypt the link because its encryption key is lost. */
export function UnrecoverableLink() {
  return (
    <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />}>
      This quote’s link can no longer be shown. It still works for anyone who has it. Copy the quote to get a
      new link.
    </Notice>
  )
}
