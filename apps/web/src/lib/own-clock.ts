import { formatDateTime } from '@terrace/domain/dates'
import { toLocal } from '@terrace/domain/time-zones'

/** `21 Nov 26, 14:05` where the reader is, for what happened to them; what is at a venue has the venue's time. */
export function onOwnClock(instant: string): string {
  return formatDateTime(toLocal(instant, Intl.DateTimeFormat().resolvedOptions().timeZone)) ?? ''
}
