/** For how long a quote stands (spec §9): 2 to 24 hours in steps of 2. */
export const quoteDurations = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24] as const

/** In hours. */
export type QuoteDuration = (typeof quoteDurations)[number]

/** Whether this number of hours may be chosen. */
export function isQuoteDuration(hours: number): hours is QuoteDuration {
  return quoteDurations.some((each) => each === hours)
}

/** As a user reads it: "2 hours" (spec §9). */
export function quoteDurationLabel(hours: QuoteDuration): string {
  return `${hours} hours`
}
