import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

/** Spec §4: 0 or none is success (green), 1 error (rose), 2 warning (orange). */
export type ToastSeverity = 0 | 1 | 2

export interface ToastContent {
  message: string
  severity: ToastSeverity
}

/** Milliseconds until a toast closes (spec §9); hovering pauses the timer. */
export const toastDuration = 3000

const listeners = new Set<(toast: ToastContent) => void>()

/** Calls the listener with every toast that nothing else records; returns a function to unsubscribe. */
export function onToast(listener: (toast: ToastContent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 })

/** Shows a toast. Use it only for what the specification requires and for actions whose control has disappeared. */
export function showToast(message: string, severity: ToastSeverity = 0): void {
  showRecordedToast(message, severity)
  for (const listener of listeners) listener({ message, severity })
}

/** Shows a toast about something that the server has already put into the notifications centre. */
export function showRecordedToast(message: string, severity: ToastSeverity = 0): void {
  toastQueue.add({ message, severity }, { timeout: toastDuration })
}
