import type { WireAttendee } from '@terrace/contracts/attendees'
import { formatTickets } from '@terrace/domain/tickets'
import { placeText } from '#web/features/holds/basket.ts'
import { Button } from '#web/ui/button.tsx'
import { AttendeeField } from './attendee-field.tsx'
import { copied, withDetail, withTicket, type AttendeeLine, type AttendeesByListing } from './attendees.ts'
import { pathOf } from './draft-fields.ts'

interface AttendeesFieldsProps {
  lines: readonly AttendeeLine[]
  known: AttendeesByListing
  onChange: (listingId: string, attendees: WireAttendee[]) => void
  /** By the hold's id, and then by the path below its attendees. */
  problems: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** What the server will not have, by the path in the draft. */
  refusals: ReadonlyMap<string, string>
  isTried: boolean
  isDisabled: boolean
}

/** Who goes in on each ticket of the lines that ask for it, and no more than they ask (product.md §6). */
export function AttendeesFields({ lines, known, onChange, ...shown }: AttendeesFieldsProps) {
  const [first] = lines
  return (
    <div className="space-y-8">
      {lines.map((line) => (
        <LineFields
          key={line.hold.hold_id}
          {...shown}
          line={line}
          first={first ?? line}
          known={known}
          onTicket={(at, details) =>
            onChange(line.hold.listing_id, withTicket(known[line.hold.listing_id], at, details))
          }
        />
      ))}
    </div>
  )
}

interface LineFieldsProps extends Pick<
  AttendeesFieldsProps,
  'problems' | 'refusals' | 'isTried' | 'isDisabled' | 'known'
> {
  line: AttendeeLine
  first: AttendeeLine
  onTicket: (at: number, details: WireAttendee) => void
}

function LineFields({
  line,
  first,
  known,
  onTicket,
  problems,
  refusals,
  isTried,
  isDisabled,
}: LineFieldsProps) {
  const { hold, fields, from } = line
  const ticketOf = (of: AttendeeLine, ticket: number) => known[of.hold.listing_id]?.[of.from + ticket] ?? {}
  return (
    <div>
      <h3 className="text-sm font-semibold">
        {placeText(hold)} <span className="font-normal text-muted">· {formatTickets(hold.quantity)}</span>
      </h3>
      <p className="text-xs text-muted">{hold.event.title}</p>
      <div className="mt-2 divide-y divide-line border-y border-line">
        {Array.from({ length: hold.quantity }, (_, ticket) => {
          const details = ticketOf(line, ticket)
          const change = (next: WireAttendee) => onTicket(from + ticket, next)
          const isOtherLine = ticket === 0 && line !== first
          const copyText = isOtherLine ? `Copy from ${placeText(first.hold)}, ticket 1` : 'Copy from ticket 1'
          return (
            <fieldset key={ticket} className="min-w-0 py-4">
              <legend className="sr-only">
                Ticket {ticket + 1}, {placeText(hold)}
              </legend>
              <div className="mb-3 flex min-h-8 items-center justify-between gap-4">
                <p aria-hidden className="text-sm font-medium">
                  Ticket {ticket + 1}
                </p>
                {(ticket > 0 || isOtherLine) && (
                  <Button
                    size="sm"
                    tone="quiet"
                    isDisabled={isDisabled}
                    aria-label={`${copyText} to ticket ${ticket + 1}, ${placeText(hold)}`}
                    onPress={() =>
                      change(
                        copied(details, ticketOf(isOtherLine ? first : line, 0), {
                          fields,
                          isSamePerson: isOtherLine,
                        }),
                      )
                    }
                    className="-mr-3 min-w-0 !shrink"
                  >
                    {copyText}
                  </Button>
                )}
              </div>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
                {fields.map((field) => (
                  <AttendeeField
                    key={field}
                    field={field}
                    details={details}
                    onChange={(text) => change(withDetail(details, field, text))}
                    problem={problems.get(hold.hold_id)?.get(`${ticket}.${field}`)}
                    refusal={refusals.get(pathOf(hold.listing_id, from + ticket, field))}
                    isTried={isTried}
                    isDisabled={isDisabled}
                  />
                ))}
              </div>
            </fieldset>
          )
        })}
      </div>
    </div>
  )
}
