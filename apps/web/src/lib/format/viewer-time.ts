import { formatDateTime } from '@terrace/domain/time/dates'
import { toLocal } from '@terrace/domain/time/time-zones'

/** `21 Nov 26, 14:05` in the viewer's time zone. For account activity; event times use the venue's zone. */
export function inViewerTimeZone(instant: string): string {
  return formatDateTime(toLocal(instant, Intl.DateTimeFormat().resolvedOptions().timeZone)) ?? ''
}
