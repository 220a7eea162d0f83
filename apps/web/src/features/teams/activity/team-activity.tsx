import { useInfiniteQuery } from '@tanstack/react-query'
import { activityGroups, type WireActivity } from '@terrace/contracts/team-activity'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Dropdown } from '#web/ui/controls/dropdown.tsx'
import { DateRange } from '#web/ui/controls/dates/date-range.tsx'
import { ExportCsvButton } from '#web/ui/data-table/export-csv-button.tsx'
import type { RenderItemLink } from '#web/ui/data-table/filtered-table.ts'
import { pagedList } from '#web/ui/data-table/list-query.ts'
import { TableAlert } from '#web/ui/data-table/table-alert.tsx'
import type { TableLayout } from '#web/ui/data-table/table-column.ts'
import type { TableFilter } from '#web/ui/data-table/table-filter.ts'
import { TableList } from '#web/ui/data-table/table-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { HistoryIcon } from '#web/ui/icons.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { activityColumns } from './activity-columns.tsx'
import { emptyActivityFilter, type ActivityFilter } from './activity-filter.ts'
import { activityQuery, useExportActivity } from './queries.ts'

interface TeamActivityProps {
  filter: ActivityFilter
  onFilter: (filter: ActivityFilter) => void
  layout: TableLayout
  onLayout: (layout: TableLayout) => void
  /** Links a row to the entries of its person. */
  renderPersonLink: RenderItemLink
}

/** What happened in the team: who, what, when, from which network; for owners. */
export function TeamActivity({ filter, onFilter, layout, onLayout, renderPersonLink }: TeamActivityProps) {
  const options = activityQuery(filter)
  const query = useInfiniteQuery(options)
  const exporting = useExportActivity(filter)
  const list = pagedList(query, options.queryKey)
  const isFiltered = filter.person !== '' || filter.group !== null || filter.startDate !== ''
  return (
    <TableList
      list={list}
      entity="entry"
      entities="entries"
      label="Activity"
      columns={activityColumns}
      keyOf={({ id }) => id}
      nameOf={({ person, action }) => `${person}, ${action}`}
      layout={layout}
      onLayout={onLayout}
      renderLink={({ person }, props) => renderPersonLink(person, props)}
      renderCard={(entry) => <EntryCard entry={entry} />}
      search={{
        label: 'Search by person',
        placeholder: 'Person',
        text: filter.person,
        onChange: (person) => onFilter({ ...filter, person }),
      }}
      filters={activityFilters(filter, onFilter)}
      onClear={isFiltered ? () => onFilter(emptyActivityFilter) : undefined}
      noMatchText="No entries match these filters."
      emptyState={
        <EmptyState
          icon={<HistoryIcon />}
          title="No activity yet"
          message="Logins, changes and orders of your team appear here."
        />
      }
      isSelectable={false}
      exportButton={
        <ExportCsvButton
          isPending={exporting.isPending}
          isEmpty={list.items?.length === 0}
          isDisabled={list.items === undefined}
          onPress={() => exporting.mutate()}
        />
      }
      notice={exporting.isError && <TableAlert text={errorText(exporting.error)} />}
    />
  )
}

function EntryCard({ entry: { at, action, detail, network, device } }: { entry: WireActivity }) {
  return (
    <>
      <p>{[action, detail].filter((part) => part !== '').join(' · ')}</p>
      <p className="tabular text-muted">
        {[inViewerTimeZone(at), network, device].filter((part) => part !== '').join(' · ')}
      </p>
    </>
  )
}

const groupNames: Readonly<Record<(typeof activityGroups)[number], string>> = {
  access: 'Logins and security',
  team: 'Team and accounts',
  orders: 'Orders and payments',
  listings: 'Listings and imports',
  quotes: 'Quotes',
  data: 'Personal data',
}

function activityFilters(filter: ActivityFilter, onFilter: (filter: ActivityFilter) => void): TableFilter[] {
  return [
    {
      id: 'group',
      title: 'Kind',
      width: 190,
      isSet: filter.group !== null,
      control: (
        <Dropdown
          label="Kind"
          isLabelHidden
          size="sm"
          placeholder="Any kind"
          options={activityGroups.map((id) => ({ id, name: groupNames[id] }))}
          value={filter.group}
          onChange={(chosen) =>
            onFilter({ ...filter, group: activityGroups.find((id) => id === chosen) ?? null })
          }
        />
      ),
    },
    {
      id: 'time',
      title: 'Time',
      width: 292,
      isSet: filter.startDate !== '',
      control: (
        <DateRange
          label="Time"
          startDate={filter.startDate}
          endDate={filter.endDate}
          onChange={(days) => onFilter({ ...filter, ...days })}
        />
      ),
    },
  ]
}
