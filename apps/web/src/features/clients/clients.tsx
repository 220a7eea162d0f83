import { useInfiniteQuery } from '@tanstack/react-query'
import type { WireClient } from '@terrace/contracts/clients'
import { Button } from '#web/ui/controls/button.tsx'
import { pagedList } from '#web/ui/data-table/list-query.ts'
import type { FilteredTable, RenderItemLink } from '#web/ui/data-table/filtered-table.ts'
import { TableList } from '#web/ui/data-table/table-list.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PlusIcon, UsersIcon } from '#web/ui/icons.ts'
import { dayText } from './client-texts.ts'
import { clientColumns } from './list/client-columns.tsx'
import { emptyClientFilter, isFiltered, type ClientFilter } from './list/client-filter.ts'
import { ExportClientsButton } from './list/export-clients-button.tsx'
import { UnusedClients } from './list/unused-clients.tsx'
import { ClientProposals } from './proposals/client-proposals.tsx'
import { clientsQuery } from './queries.ts'

const loadBulkActions = async () => ({
  default: (await import('./list/client-bulk-actions.tsx')).ClientBulkActions,
})

interface ClientsProps {
  table: FilteredTable<ClientFilter>
  renderItemLink: RenderItemLink
  onAdd: () => void
}

/** The team's client book, with suggestions from quotes and orders. */
export function Clients({ table, renderItemLink, onAdd }: ClientsProps) {
  const { filter, onFilter, ...layout } = table
  const options = clientsQuery(filter, table.layout.sort)
  const query = useInfiniteQuery(options)
  const meta = query.data?.pages[0]?.meta
  const isOwner = meta?.is_owner ?? false
  const unusedCount = meta?.unused ?? 0
  const isEmpty = meta?.total === 0 && !isFiltered(filter)
  return (
    <div className="space-y-5">
      <ClientProposals />
      <TableList
        list={pagedList(query, options.queryKey)}
        entity="client"
        entities="clients"
        label="Clients"
        columns={clientColumns}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        {...layout}
        renderLink={({ id }, props) => renderItemLink(id, props)}
        renderCard={(client) => <ClientCard client={client} />}
        search={{
          label: 'Search clients',
          placeholder: 'Name, company or email',
          text: filter.search,
          onChange: (search) => onFilter({ ...filter, search }),
        }}
        onClear={isFiltered(filter) ? () => onFilter(emptyClientFilter) : undefined}
        noMatchText="No clients match this search."
        emptyState={<NoClients onAdd={onAdd} />}
        // A member can neither export nor delete.
        isSelectable={isOwner}
        isSelectionExportable={false}
        renderBulkActions={(clients, clear) => (
          <LazyPart load={loadBulkActions} props={{ clients, onDeleted: clear }} />
        )}
        exportButton={
          // An empty book has its own next step.
          !isEmpty && (
            <>
              {isOwner && <ExportClientsButton />}
              <Button
                size="sm"
                tone="primary"
                icon={<PlusIcon aria-hidden className="size-4" />}
                className="@max-[35rem]:gap-0"
                onPress={onAdd}
              >
                <span className="@max-[35rem]:sr-only">Add client</span>
              </Button>
            </>
          )
        }
        notice={
          (unusedCount > 0 || filter.isUnusedOnly) && (
            <UnusedClients
              count={unusedCount}
              isOwner={isOwner}
              isShown={filter.isUnusedOnly}
              onShow={(isUnusedOnly) => onFilter({ search: '', isUnusedOnly })}
            />
          )
        }
      />
    </div>
  )
}

function ClientCard({ client: { company, email, last_used_at: lastUsedAt } }: { client: WireClient }) {
  return (
    <p className="flex justify-between gap-4 text-muted">
      <span className="min-w-0 truncate">{[company, email].filter((text) => text !== '').join(' · ')}</span>
      <span className="tabular whitespace-nowrap">{dayText(lastUsedAt)}</span>
    </p>
  )
}

function NoClients({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={<UsersIcon />}
      title="No clients yet"
      message="Add the people you quote to. Names and addresses on your quotes are suggested here."
      action={
        <Button tone="primary" onPress={onAdd}>
          Add client
        </Button>
      }
    />
  )
}
