import type { WireActivity } from '@terrace/contracts/team-activity'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import type { TableColumn } from '#web/ui/data-table/table-column.ts'

/** None has a CSV text: the server writes the export and records it. */
export const activityColumns: readonly TableColumn<WireActivity>[] = [
  { id: 'person', title: 'Person', width: 130, grow: 1, cell: ({ person }) => person },
  {
    id: 'at',
    title: 'Time',
    width: 130,
    cell: ({ at }) => <span className="tabular">{inViewerTimeZone(at)}</span>,
  },
  { id: 'action', title: 'Action', width: 200, grow: 1.4, cell: ({ action }) => action },
  { id: 'detail', title: 'Detail', width: 140, grow: 1.2, dropOrder: 3, cell: ({ detail }) => detail },
  {
    id: 'network',
    title: 'Network',
    width: 130,
    dropOrder: 2,
    cell: ({ network }) => <span className="tabular">{network}</span>,
  },
  { id: 'device', title: 'Device', width: 150, dropOrder: 1, cell: ({ device }) => device },
]
