import type { WireClient } from '@terrace/contracts/clients'
import { Badge } from '#web/ui/data-display/badge.tsx'
import type { TableColumn } from '#web/ui/data-table/table-column.ts'
import { dayText, defaultCommissionText } from '#web/features/clients/client-texts.ts'

/** Columns of the client book. None has a CSV text: exports are made and recorded by the server. */
export const clientColumns: readonly TableColumn<WireClient>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 140,
    grow: 1.2,
    sort: 'server',
    cell: ({ name }) => name,
  },
  {
    id: 'company',
    title: 'Company',
    width: 120,
    grow: 1,
    dropOrder: 5,
    sort: 'server',
    cell: ({ company }) => company,
  },
  {
    id: 'email',
    title: 'Email',
    width: 170,
    grow: 1.2,
    dropOrder: 4,
    sort: 'server',
    cell: ({ email }) => email,
  },
  {
    id: 'phone',
    title: 'Phone',
    width: 130,
    dropOrder: 2,
    cell: ({ phone }) => <span className="tabular">{phone}</span>,
  },
  {
    id: 'commission',
    title: 'Commission',
    width: 110,
    dropOrder: 1,
    isNumeric: true,
    cell: defaultCommissionText,
  },
  {
    id: 'last_used',
    title: 'Last used',
    width: 100,
    dropOrder: 3,
    isNumeric: true,
    sort: 'server',
    // The latest use comes first.
    firstDirection: 'desc',
    cell: ({ is_unused: isUnused, last_used_at: lastUsedAt }) =>
      isUnused ? <Badge tone="signal">{dayText(lastUsedAt)}</Badge> : dayText(lastUsedAt),
  },
]
