import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

/** Spec §4: 0 or none is success (green), 1 error (rose), 2 warning (orange). */
export type ToastSeverity = 0 | 1 | 2

export interface ToastContent {
  message: string
  severity: ToastSeverity
}

/** A toast closes by itself after this many milliseconds (spec §9); hovering stops the clock. */
const toastDuration = 3000

export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 })

/** Shows a toast. Only for what spec.md names and for actions whose place on the screen is already gone. */
export function showToast(message: string, severity: ToastSeverity = 0): void {
  toastQueue.add({ message, severity }, { timeout: toastDuration })
}
