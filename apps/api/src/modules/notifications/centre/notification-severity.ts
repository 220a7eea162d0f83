/** On the wire 0, 1 and 2, as for toasts (spec §4). */
const severities = ['success', 'error', 'warning'] as const

export type NotificationSeverity = (typeof severities)[number]

export const toWireSeverity = { success: 0, error: 1, warning: 2 } as const satisfies Record<
  NotificationSeverity,
  number
>

export function fromWireSeverity(severity: 0 | 1 | 2): NotificationSeverity {
  return severities[severity]
}
