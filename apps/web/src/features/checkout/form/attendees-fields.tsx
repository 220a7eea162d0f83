import type { WireAttendee } from '@terrace/contracts/attendees'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { sectionAndRow } from '#web/features/holds/basket/basket.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { PersonMenuButton } from '#web/features/saved-people/person-menu-button.tsx'
import { savedPeopleQuery } from '#web/features/saved-people/queries.ts'
import { useMarkUsed } from '#web/features/saved-people/mutations.ts'
import { SavePeopleButton } from '#web/features/saved-people/save-people-button.tsx'
import { AttendeeField } from './attendee-field.tsx'
import { PasteButton } from '#web/features/checkout/paste/paste-button.tsx'
import {
  copyDetails,
  copyToAll,
  copyToOrder,
  reusableDetails,
  withDetail,
  withPerson,
  withTickets,
  type AttendeeLine,
  type AttendeesByListing,
} from './attendees.ts'
import { fieldPath } from '#web/features/checkout/draft/draft-fields.ts'

interface AttendeesFieldsProps {
  lines: readonly AttendeeLine[]
  attendees: AttendeesByListing
  onChange: (listingId: string, attendees: WireAttendee[]) => void
  /** By hold id, then by path below its attendees. */
  problems: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Rejected values by draft path. */
  rejections: ReadonlyMap<string, string>
  isSubmitted: boolean
  isDisabled: boolean
  /** YYYY-MM-DD */
  today: string
}

/** Attendee details for each ticket that requires them, and only the required ones (product.md §6). */
export function AttendeesFields({ lines, attendees, onChange, ...shown }: AttendeesFieldsProps) {
  const [first] = lines
  return (
    <div className="space-y-8">
      {lines.map((line) => (
        <LineFields
          key={line.hold.hold_id}
          {...shown}
          line={line}
          first={first ?? line}
          attendees={attendees}
          onCopyToOrder={
            line === first && lines.length > 1
              ? () => {
                  for (const [listing, copied] of copyToOrder(lines, attendees)) onChange(listing, copied)
                }
              : undefined
          }
          onTickets={(from, tickets) =>
            onChange(line.hold.listing_id, withTickets(attendees[line.hold.listing_id], from, tickets))
          }
        />
      ))}
    </div>
  )
}

interface LineFieldsProps extends Pick<
  AttendeesFieldsProps,
  'problems' | 'rejections' | 'isSubmitted' | 'isDisabled' | 'attendees' | 'today'
> {
  line: AttendeeLine
  first: AttendeeLine
  /** Copies the first ticket's shared details to all lines; only on the first of several lines. */
  onCopyToOrder: (() => void) | undefined
  /** Replaces the details of successive tickets. */
  onTickets: (from: number, tickets: readonly WireAttendee[]) => void
}

function LineFields({
  line,
  first,
  attendees,
  onCopyToOrder,
  onTickets,
  problems,
  rejections,
  isSubmitted,
  isDisabled,
  today,
}: LineFieldsProps) {
  const { hold, fields, from } = line
  const { data: people = [] } = useQuery(savedPeopleQuery())
  const { mutate: markUsed } = useMarkUsed()
  const detailsOf = (attendeeLine: AttendeeLine, ticket: number) =>
    attendees[attendeeLine.hold.listing_id]?.[attendeeLine.from + ticket] ?? {}
  const current = Array.from({ length: hold.quantity }, (_, ticket) => detailsOf(line, ticket))
  return (
    <div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-sm font-semibold">
            {sectionAndRow(hold)}{' '}
            <span className="font-normal text-muted">· {formatTickets(hold.quantity)}</span>
          </h3>
          <p className="text-xs text-muted">{hold.event.title}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <SavePeopleButton
            seats={sectionAndRow(hold)}
            people={current.flatMap((details) => reusableDetails(details, fields) ?? [])}
            isDisabled={isDisabled}
          />
          <PasteButton
            seats={sectionAndRow(hold)}
            fields={fields}
            current={current}
            today={today}
            isDisabled={isDisabled}
            onApply={(tickets) => onTickets(from, tickets)}
          />
        </div>
      </div>
      <div className="mt-2 divide-y divide-line border-y border-line">
        {Array.from({ length: hold.quantity }, (_, ticket) => {
          const details = detailsOf(line, ticket)
          const change = (updated: WireAttendee) => onTickets(from + ticket, [updated])
          const isOtherLine = ticket === 0 && line !== first
          const copyText = isOtherLine
            ? `Copy from ${sectionAndRow(first.hold)}, ticket 1`
            : 'Copy from ticket 1'
          return (
            <fieldset key={ticket} className="min-w-0 py-4">
              <legend className="sr-only">
                Ticket {ticket + 1}, {sectionAndRow(hold)}
              </legend>
              <div className="mb-3 flex min-h-8 items-center justify-between gap-4">
                <p aria-hidden className="shrink-0 text-sm font-medium">
                  Ticket {ticket + 1}
                </p>
                <div className="-mr-3 flex min-w-0 flex-wrap justify-end">
                  {people.length > 0 && !isDisabled && (
                    <PersonMenuButton
                      ticket={`ticket ${ticket + 1}, ${sectionAndRow(hold)}`}
                      people={people}
                      onChoose={(person) => {
                        markUsed(person.id)
                        change(withPerson(details, person, fields))
                      }}
                    />
                  )}
                  {ticket === 0 && onCopyToOrder && (
                    <Button
                      size="sm"
                      tone="quiet"
                      isDisabled={isDisabled}
                      aria-label="Copy shared details to the whole order"
                      onPress={onCopyToOrder}
                      className="min-w-0 !shrink"
                    >
                      Copy to whole order
                    </Button>
                  )}
                  {ticket === 0 && hold.quantity > 1 && (
                    <Button
                      size="sm"
                      tone="quiet"
                      isDisabled={isDisabled}
                      aria-label={`Copy shared details to all tickets, ${sectionAndRow(hold)}`}
                      onPress={() => onTickets(from, copyToAll(current, fields))}
                      className="min-w-0 !shrink"
                    >
                      Copy shared details to all
                    </Button>
                  )}
                  {(ticket > 0 || isOtherLine) && (
                    <Button
                      size="sm"
                      tone="quiet"
                      isDisabled={isDisabled}
                      aria-label={`${copyText} to ticket ${ticket + 1}, ${sectionAndRow(hold)}`}
                      onPress={() =>
                        change(
                          copyDetails(details, detailsOf(isOtherLine ? first : line, 0), {
                            fields,
                            isSamePerson: isOtherLine,
                          }),
                        )
                      }
                      className="min-w-0 !shrink"
                    >
                      {copyText}
                    </Button>
                  )}
                </div>
              </div>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
                {fields.map((field) => (
                  <AttendeeField
                    key={field}
                    field={field}
                    details={details}
                    onChange={(text) => change(withDetail(details, field, text))}
                    problem={problems.get(hold.hold_id)?.get(`${ticket}.${field}`)}
                    rejection={rejections.get(fieldPath(hold.listing_id, from + ticket, field))}
                    isSubmitted={isSubmitted}
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
