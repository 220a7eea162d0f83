import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

/** Spec §4 has these numbers: green, rose and orange. Without one, a toast is a success. */
export const toastSeverity = { success: 0, error: 1, warning: 2 } as const

export type ToastSeverity = (typeof toastSeverity)[keyof typeof toastSeverity]

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

/** Shows a toast. Use it only where the specification requires it, or if the action's control has disappeared. */
export function showToast(message: string, severity: ToastSeverity = toastSeverity.success): void {
  showRecordedToast(message, severity)
  for (const listener of listeners) listener({ message, severity })
}

/** Shows a toast about something that the server has already put into the notifications centre. */
export function showRecordedToast(message: string, severity: ToastSeverity = toastSeverity.success): void {
  toastQueue.add({ message, severity }, { timeout: toastDuration })
}
