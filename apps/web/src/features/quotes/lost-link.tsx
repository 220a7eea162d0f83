import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/panel.tsx'

/** Stands in place of a link that the server cannot tell any more: the key that it was sealed with is lost. */
export function LostLink() {
  return (
    <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />}>
      The link of this quote can no longer be shown. It still opens for who has it; copy the quote to get a
      new one.
    </Notice>
  )
}
