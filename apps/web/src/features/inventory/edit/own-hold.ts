/** How long a seller keeps tickets off the market. */
export const ownHoldHours = [
  { id: '1', name: '1 hour' },
  { id: '4', name: '4 hours' },
  { id: '24', name: '1 day' },
  { id: '72', name: '3 days' },
  { id: '168', name: '7 days' },
  { id: '720', name: '30 days' },
]

export const untilInHours = (hours: number, from = new Date()): string =>
  new Date(from.getTime() + hours * 3_600_000).toISOString()
