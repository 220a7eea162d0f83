/** How long a quote can be open, in hours (spec §9). */
export const quoteDurations = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24] as const

export type QuoteDuration = (typeof quoteDurations)[number]

export function isQuoteDuration(hours: number): hours is QuoteDuration {
  return quoteDurations.some((each) => each === hours)
}

/** The duration as shown to users: "2 hours" (spec §9). */
export function quoteDurationLabel(hours: QuoteDuration): string {
  return `${hours} hours`
}
