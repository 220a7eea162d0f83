/** Seats as PostgreSQL reads a multirange. */
export function toMultirange(seats: readonly number[]): string {
  return `{${seats.map((seat) => `[${seat},${seat}]`).join(',')}}`
}
