import { seatsOfNumbers, seatsText } from '@terrace/domain/tickets/seats'
import type { Db } from '#api/db/client.ts'
import { listSharedSeats } from '#api/modules/supply/index.ts'
import type { Clock } from '#api/shared/clock.ts'
import { printable } from '#api/shared/text/printable.ts'
import type { AdminValues, ParsedCommand } from '../options.ts'

/** Lists rows of coming events in which several teams offer the same seat. */
export interface SharedSeatsCommand {
  do: 'shared-seats'
  eventId: number | null
}

const maxRows = 200

/** Parses what follows `seller shared-seats`; returns an error message if it is invalid. */
export function parseSharedSeats(
  surplus: string | undefined,
  { event }: AdminValues,
): ParsedCommand<SharedSeatsCommand> {
  if (surplus !== undefined) return `unexpected argument: ${surplus}`
  if (event !== undefined && !/^[1-9]\d{0,8}$/.test(event)) return '--event: must be an event id'
  const eventId = event === undefined ? null : Number(event)
  return { request: { do: 'shared-seats', eventId }, options: ['event'] }
}

export async function reportSharedSeats(
  { db, clock }: { db: Db; clock: Clock },
  { eventId }: SharedSeatsCommand,
): Promise<string> {
  const rows = await listSharedSeats(db, { eventId, now: clock.now(), limit: maxRows + 1 })
  if (rows.length === 0) return 'No seat is offered by two teams'
  const lines = rows
    .slice(0, maxRows)
    .flatMap(({ eventId: id, eventTitle, section, row, seats, offers }) => [
      printable(
        `${id} ${eventTitle}: ${section}, row ${row}, seats ${seatsText(seatsOfNumbers(seats), '-') ?? ''}`,
      ),
      ...offers.map(({ listingId, teamId, teamName }) => printable(`  ${listingId}  ${teamId}  ${teamName}`)),
    ])
  if (rows.length > maxRows)
    lines.push(`Only the first ${maxRows} rows. Use --event to see those of one event`)
  return lines.join('\n')
}
