import { attendeesProblems } from '@terrace/domain/attendee-details'
import { invalidInput } from '../../shared/app-error.ts'
import type { PayableHold } from '../holds/index.ts'
import type { Purchase } from './purchase.ts'

/**
 * Whether each line says who attends as its listing asks it, and no line more than that. Throws a 422 that names each wrong
 * field by its path in the payload. `today`: YYYY-MM-DD.
 */
export function judgeAttendees({ lines }: Purchase, holds: readonly PayableHold[], today: string): void {
  const held = new Map(holds.map((hold) => [hold.id, hold]))
  const fields = new Map<string, string[]>()
  for (const [index, { holdId, quantity, attendees }] of lines.entries()) {
    const hold = held.get(holdId)
    if (!hold) continue
    for (const { path, text } of attendeesProblems(attendees, { needs: hold.asks, quantity, today }))
      fields.set(['listings_to_buy', index, 'attendees', ...(path === '' ? [] : [path])].join('.'), [text])
  }
  if (fields.size > 0) throw invalidInput(Object.fromEntries(fields))
}
