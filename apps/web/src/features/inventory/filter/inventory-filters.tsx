import { useQuery } from '@tanstack/react-query'
import { deliveryLabel, deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import type { TableFilter } from '#web/ui/data-table/table-filter.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { choicesQuery } from '#web/features/inventory/data/queries.ts'
import { dayText } from '#web/features/inventory/texts.ts'
import { eventTimes, marketChoices, type InventoryFilter } from './inventory-filter.ts'

/** Only in "More filters". */
const loadDateRange = async () => ({
  default: (await import('#web/ui/controls/dates/date-range.tsx')).DateRange,
})

/** Its title is above it. */
const hiddenLabel = '[&_label]:sr-only'

const marketTexts = { lowest: 'Lowest price', not_lowest: 'Not the lowest', alone: 'No comparable' } as const
const statusTexts = { published: 'Published', unpublished: 'Not published', sold_out: 'Sold out' } as const
const timeTexts = { upcoming: 'Upcoming events', past: 'Past events', all: 'All events' } as const

const options = <Id extends string>(anyText: string, texts: Readonly<Record<Id, string>>) => [
  { id: '' as const, name: anyText },
  // `entries` loses the type of the keys.
  ...Object.entries<string>(texts).map(([id, name]) => ({ id: id as Id, name })),
]

/** The filters of the inventory, those used most first. */
export function useInventoryFilters(
  filter: InventoryFilter,
  onFilter: (filter: InventoryFilter) => void,
): TableFilter[] {
  // Without choices the selects offer what is chosen; the list itself reports that the server is down.
  const { data: choices } = useQuery(choicesQuery(filter.eventId))
  const change = (changed: Partial<InventoryFilter>) => onFilter({ ...filter, ...changed })
  const events = (choices?.events ?? []).map((event) => ({
    id: String(event.id),
    name: `${event.title}, ${dayText(event.event_date_local.slice(0, 10))} (${event.listings})`,
  }))
  const named = (list: readonly { name: string; listings: number }[] | undefined) =>
    (list ?? []).map(({ name, listings }) => ({ id: name, name: `${name} (${listings})` }))
  const numbered = (list: readonly { id: number; name: string; listings: number }[] | undefined) =>
    (list ?? []).map(({ id, name, listings }) => ({ id: String(id), name: `${name} (${listings})` }))
  return [
    {
      id: 'event',
      title: 'Event',
      width: 190,
      isSet: filter.eventId !== null,
      control: (
        <Choice
          label="Event"
          anyText="Any event"
          options={events}
          value={filter.eventId?.toString() ?? ''}
          // Sections belong to the event's venue.
          onChange={(id) => change({ eventId: id === '' ? null : Number(id), section: '' })}
        />
      ),
    },
    {
      id: 'section',
      title: 'Section',
      width: 130,
      isSet: filter.section !== '',
      control: (
        <Choice
          label="Section"
          anyText="Any section"
          options={named(choices?.sections)}
          value={filter.section}
          onChange={(section) => change({ section })}
        />
      ),
    },
    {
      id: 'market',
      title: 'Market rank',
      width: 136,
      isSet: filter.market !== null,
      control: (
        <NativeSelect
          label="Market rank"
          className="w-full"
          options={options('Any rank', marketTexts)}
          value={filter.market ?? ''}
          onChange={(value) => change({ market: marketChoices.find((id) => id === value) ?? null })}
        />
      ),
    },
    {
      id: 'status',
      title: 'Published',
      width: 132,
      isSet: filter.status !== null,
      control: (
        <NativeSelect
          label="Published"
          className="w-full"
          options={options('Any status', statusTexts)}
          value={filter.status ?? ''}
          onChange={(status) => change({ status: status === '' ? null : status })}
        />
      ),
    },
    {
      id: 'in_hand',
      title: 'In hand',
      isSet: filter.inHandFrom !== '',
      control: (
        <LazyPart
          load={loadDateRange}
          props={{
            label: 'In hand',
            className: hiddenLabel,
            startDate: filter.inHandFrom,
            endDate: filter.inHandTo,
            onChange: (days) => change({ inHandFrom: days.startDate, inHandTo: days.endDate }),
          }}
        />
      ),
    },
    {
      id: 'event_date',
      title: 'Event date',
      isSet: filter.eventFrom !== '',
      control: (
        <LazyPart
          load={loadDateRange}
          props={{
            label: 'Event date',
            className: hiddenLabel,
            startDate: filter.eventFrom,
            endDate: filter.eventTo,
            onChange: (days) => change({ eventFrom: days.startDate, eventTo: days.endDate }),
          }}
        />
      ),
    },
    {
      id: 'competition',
      title: 'Competition',
      isSet: filter.competitionId !== null,
      control: (
        <Choice
          label="Competition"
          anyText="Any competition"
          options={numbered(choices?.competitions)}
          value={filter.competitionId?.toString() ?? ''}
          onChange={(id) => change({ competitionId: id === '' ? null : Number(id) })}
        />
      ),
    },
    {
      id: 'performer',
      title: 'Team or artist',
      isSet: filter.performerId !== null,
      control: (
        <Choice
          label="Team or artist"
          anyText="Anyone"
          options={numbered(choices?.performers)}
          value={filter.performerId?.toString() ?? ''}
          onChange={(id) => change({ performerId: id === '' ? null : Number(id) })}
        />
      ),
    },
    {
      id: 'tag',
      title: 'Tag',
      isSet: filter.tag !== '',
      control: (
        <Choice
          label="Tag"
          anyText="Any tag"
          options={named(choices?.tags)}
          value={filter.tag}
          onChange={(tag) => change({ tag })}
        />
      ),
    },
    {
      id: 'delivery',
      title: 'Delivery',
      isSet: filter.delivery !== null,
      control: (
        <Choice
          label="Delivery"
          anyText="Any delivery"
          options={deliveryTypes.map((id) => ({ id, name: deliveryLabel(id) }))}
          value={filter.delivery ?? ''}
          onChange={(delivery) =>
            change({ delivery: deliveryTypes.find((known) => known === delivery) ?? null })
          }
        />
      ),
    },
    {
      id: 'events',
      title: 'Time',
      isSet: filter.events !== 'upcoming',
      control: (
        <NativeSelect
          label="Time"
          className="w-full"
          options={eventTimes.map((id) => ({ id, name: timeTexts[id] }))}
          value={filter.events}
          onChange={(events) => change({ events })}
        />
      ),
    },
    {
      id: 'holds',
      title: 'Holds',
      isSet: filter.hasHolds,
      control: (
        <Checkbox isSelected={filter.hasHolds} onChange={(hasHolds) => change({ hasHolds })}>
          With held tickets only
        </Checkbox>
      ),
    },
  ]
}

interface ChoiceProps {
  label: string
  anyText: string
  options: readonly { id: string; name: string }[]
  value: string
  onChange: (value: string) => void
}

/** A select that can show everything. A chosen value that is not among the choices stays selected. */
function Choice({ label, anyText, options: known, value, onChange }: ChoiceProps) {
  const isUnknown = value !== '' && known.every(({ id }) => id !== value)
  return (
    <NativeSelect
      label={label}
      className="w-full"
      options={[
        { id: '', name: anyText },
        ...(isUnknown ? [{ id: value, name: label === 'Event' ? 'Chosen event' : value }] : []),
        ...known,
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
