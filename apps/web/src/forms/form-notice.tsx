import { CheckCircleIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'

/** A form's success message. The live region is always mounted, so screen readers announce the text. */
export function FormNotice({ text }: { text: string | null }) {
  return (
    <div role="status">
      {text !== null && (
        <Notice tone="ok" icon={<CheckCircleIcon aria-hidden />}>
          {text}
        </Notice>
      )}
    </div>
  )
}
