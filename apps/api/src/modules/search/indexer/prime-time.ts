const slots: Readonly<Record<number, readonly string[]>> = {
  0: ['Sunday Night Football', 'SNF'],
  1: ['Monday Night Football', 'MNF'],
  4: ['Thursday Night Football', 'TNF'],
}

/** The latest day game kicks off at 16:25 local time, the earliest night game at 17:20. */
const nightStartHour = 17

/**
 * The names of the NFL's night games, such as 'Sunday Night Football'. `localSeconds` is the venue's local time as if
 * it were UTC.
 */
export function primeTimeNames(
  competition: string,
  { localSeconds, timeConfirmed }: { localSeconds: number; timeConfirmed: boolean },
): readonly string[] {
  const date = new Date(localSeconds * 1000)
  if (competition !== 'NFL' || !timeConfirmed || date.getUTCHours() < nightStartHour) return []
  return slots[date.getUTCDay()] ?? []
}
