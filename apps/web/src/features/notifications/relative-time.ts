import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** 'Now', '5 min ago', '3 h ago', then the date and time. */
export function relativeTime(at: string, now: number): string {
  const age = now - Date.parse(at)
  if (age < minuteMs) return 'Now'
  if (age < hourMs) return `${Math.floor(age / minuteMs)} min ago`
  if (age < 24 * hourMs) return `${Math.floor(age / hourMs)} h ago`
  return inViewerTimeZone(at)
}
