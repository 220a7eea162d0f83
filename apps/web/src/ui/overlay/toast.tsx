import { Button } from 'react-aria-components/Button'
import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast'
import { cx } from '#web/ui/cx.ts'
import { AlertCircleIcon, AlertTriangleIcon, CheckCircleIcon, CloseIcon } from '#web/ui/icons.ts'
import { toastPlaceClass } from './toast-place.ts'
import { toastQueue, type ToastSeverity } from './toast-queue.ts'

const styles = {
  0: { colour: 'green', word: 'Success', Icon: CheckCircleIcon, bar: 'bg-ok', text: 'text-ok' },
  1: { colour: 'rose', word: 'Error', Icon: AlertCircleIcon, bar: 'bg-danger', text: 'text-danger' },
  2: {
    colour: 'orange',
    word: 'Warning',
    Icon: AlertTriangleIcon,
    bar: 'bg-signal-mark',
    text: 'text-signal',
  },
} as const satisfies Record<ToastSeverity, unknown>

/** Shows toasts below the header at the right, on phones across the full width. Mounted once. */
export function ToastRegion() {
  return (
    <AriaToastRegion queue={toastQueue} aria-label="Notifications" className={toastPlaceClass}>
      {({ toast }) => {
        const { colour, word: label, Icon, bar, text } = styles[toast.content.severity]
        return (
          <AriaToast
            toast={toast}
            data-colour={colour}
            style={{ width: '24.125rem', maxWidth: '100%' }}
            className="pointer-events-auto relative flex animate-rise items-start gap-3 overflow-hidden rounded border border-line bg-raised py-3 pr-2 pl-5 text-ink shadow max-sm:!w-full"
          >
            <span aria-hidden className={cx('absolute inset-y-0 left-0 w-1.5', bar)} />
            <Icon aria-label={label} role="img" className={cx('mt-1.5 size-5 shrink-0', text)} />
            <AriaToastContent className="min-w-0 flex-1 py-1.5">
              <Text slot="title" className="block text-sm font-medium whitespace-pre-line">
                {toast.content.message}
              </Text>
            </AriaToastContent>
            <Button
              slot="close"
              aria-label="Close"
              className="inline-flex size-8 shrink-0 items-center justify-center rounded text-muted data-hovered:bg-ink/6 data-hovered:text-ink"
            >
              <CloseIcon className="size-4" />
            </Button>
          </AriaToast>
        )
      }}
    </AriaToastRegion>
  )
}
