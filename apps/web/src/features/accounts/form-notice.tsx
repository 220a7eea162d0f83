import { CheckCircleIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/panel.tsx'

/** Where a form tells that it went well; read out when it appears, since the place for it was there before. */
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
