import { wireOrderLineStatus } from '@terrace/contracts/order-shapes'
import { orderDeadlines } from '@terrace/contracts/orders'
import { Dropdown } from '#web/ui/controls/dropdown.tsx'
import { StatusDropdown } from '#web/ui/controls/status-dropdown.tsx'
import type { TableFilter } from '#web/ui/data-table/table-filter.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { OrderFilter } from './order-filter.ts'
import { statusStyle } from './order-texts.ts'

const statuses = wireOrderLineStatus.options.map((id) => {
  const { label, tone } = statusStyle(id)
  return { id, name: label, tone }
})

const deadlineTexts = { late: 'Late', two_days: 'Due in 48 hours', week: 'Due in 7 days' }
const deadlines = orderDeadlines.map((id) => ({ id, name: deadlineTexts[id] }))

const loadDateRange = async () => ({
  default: (await import('#web/ui/controls/dates/date-range.tsx')).DateRange,
})

const loadClientFilter = async () => ({
  default: (await import('#web/features/clients/client-filter.tsx')).ClientFilter,
})

/** The filters of the purchases, those used most first. */
export function orderFilters(filter: OrderFilter, onFilter: (filter: OrderFilter) => void): TableFilter[] {
  const change = (changed: Partial<OrderFilter>) => onFilter({ ...filter, ...changed })
  const { status, deadline, clientId, startDate, endDate, eventFrom, eventTo } = filter
  return [
    {
      id: 'status',
      title: 'Status',
      width: 168,
      isSet: status !== null,
      control: (
        <StatusDropdown
          label="Status"
          statuses={statuses}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
        />
      ),
    },
    {
      id: 'deadline',
      title: 'Deadline',
      width: 164,
      isSet: deadline !== null,
      control: (
        <Dropdown
          label="Deadline"
          isLabelHidden
          size="sm"
          placeholder="Any deadline"
          options={deadlines}
          value={deadline}
          onChange={(chosen) => change({ deadline: orderDeadlines.find((id) => id === chosen) ?? null })}
        />
      ),
    },
    {
      id: 'event',
      title: 'Event date',
      width: 316,
      isSet: eventFrom !== '',
      control: (
        <LazyPart
          load={loadDateRange}
          props={{
            label: 'Event',
            startDate: eventFrom,
            endDate: eventTo,
            onChange: (days) => change({ eventFrom: days.startDate, eventTo: days.endDate }),
          }}
        />
      ),
    },
    {
      id: 'client',
      title: 'Client',
      isSet: clientId !== null,
      control: (
        <LazyPart
          load={loadClientFilter}
          props={{ clientId, onChange: (chosen: string | null) => change({ clientId: chosen }) }}
        />
      ),
    },
    {
      id: 'placed',
      title: 'Placed',
      isSet: startDate !== '',
      control: (
        <LazyPart
          load={loadDateRange}
          // Its title is above it.
          props={{ label: 'Placed', className: '[&_label]:sr-only', startDate, endDate, onChange: change }}
        />
      ),
    },
  ]
}
