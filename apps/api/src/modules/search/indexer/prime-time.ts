const slots: Readonly<Record<number, readonly string[]>> = {
  0: ['Sunday Night Football', 'SNF'],
  1: ['Monday Night Football', 'MNF'],
  4: ['Thursday Night Football', 'TNF'],
}

/** The last kick-off that is no night game is at 16:25; a night game's is the same at 17:20 on the other coast. */
const nightFrom = 17

/**
 * What the night games of the NFL are known by: their weekday's own name. `localSeconds` is the venue's wall time read as
 * UTC; a time that is not known makes no night.
 */
export function primeTimeNames(
  competition: string,
  { localSeconds, timeConfirmed }: { localSeconds: number; timeConfirmed: boolean },
): readonly string[] {
  const date = new Date(localSeconds * 1000)
  if (competition !== 'NFL' || !timeConfirmed || date.getUTCHours() < nightFrom) return []
  return slots[date.getUTCDay()] ?? []
}
