import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WireHold } from '@terrace/contracts/holds'
import { formatMoney } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import type { ReactNode } from 'react'
import { matchesText } from '#web/lib/commands/match-text.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { wholeList } from '#web/ui/data-table/list-query.ts'
import type { FilteredTable, RenderItemLink } from '#web/ui/data-table/filtered-table.ts'
import type { TableColumn } from '#web/ui/data-table/table-column.ts'
import { TableAlert } from '#web/ui/data-table/table-alert.tsx'
import { TableList } from '#web/ui/data-table/table-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TimerIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { addTotals, basketOf, holdTotals } from '#web/features/holds/basket/basket.ts'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { canRelease } from '#web/features/holds/release/scheduled-release.ts'
import { useScheduleRelease } from '#web/features/holds/release/use-schedule-release.ts'
import { useUndoRelease } from '#web/features/holds/release/use-undo-release.ts'
import { clientText, eventDay, HoldTimeLeft, holdColumns, holderText, seatsText } from './hold-columns.tsx'
import { ReleaseButton } from './release-button.tsx'

const loadBulkActions = async () => ({
  default: (await import('./hold-bulk-actions.tsx')).HoldBulkActions,
})

interface TeamHoldsProps {
  table: FilteredTable<string>
  renderItemLink: RenderItemLink
  onQuote: (holds: readonly WireHold[]) => void
}

/** Everything the team holds, the next to expire first. */
export function TeamHolds({ table, renderItemLink, onQuote }: TeamHoldsProps) {
  const { filter: search, onFilter: onSearch, ...layout } = table
  const query = useQuery(holdsQuery())
  const { scheduleRelease, isPending, problem } = useScheduleRelease()
  const undo = useUndoRelease()
  const list = wholeList(query)
  const matching = list.items?.filter((hold) => matches(hold, search))
  const releaseButton = (hold: WireHold, tabIndex: 0 | -1) => (
    <ReleaseButton
      hold={hold}
      tabIndex={tabIndex}
      isBusy={isPending}
      onRelease={(quantity) => void scheduleRelease([{ hold, quantity }])}
      onUndo={() => undo([hold])}
    />
  )
  const columns: readonly TableColumn<WireHold>[] = [
    ...holdColumns,
    { id: 'release', title: 'Release', width: 84, isAction: true, cell: releaseButton },
  ]

  async function releaseSelected(holds: readonly WireHold[], clear: () => void) {
    if (await scheduleRelease(holds.map((hold) => ({ hold, quantity: hold.quantity })))) clear()
  }

  return (
    <TableList
      list={{ ...list, items: matching, total: matching?.length ?? 0, loadAll: async () => matching ?? [] }}
      entity="hold"
      entities="holds"
      label="Holds"
      columns={columns}
      keyOf={({ hold_id }) => hold_id}
      nameOf={(hold) => `${hold.event.title}, ${seatsText(hold)}`}
      {...layout}
      renderLink={({ hold_id: id }, props) => renderItemLink(id, props)}
      renderCard={(hold, tabIndex) => <HoldCard hold={hold}>{releaseButton(hold, tabIndex)}</HoldCard>}
      search={{
        label: 'Search holds',
        placeholder: 'Event, section, client or member',
        text: search,
        onChange: onSearch,
      }}
      onClear={search === '' ? undefined : () => onSearch('')}
      noMatchText="No holds match this search."
      emptyState={<NothingHeld />}
      notice={problem !== null && <TableAlert text={problem} />}
      summary={holdsSummary}
      renderBulkActions={(selected, clear) => (
        <LazyPart
          load={loadBulkActions}
          props={{
            holds: selected.filter(canRelease),
            isBusy: isPending,
            onRelease: (holds: readonly WireHold[]) => void releaseSelected(holds, clear),
            onQuote,
          }}
        />
      )}
    />
  )
}

/** '9 tickets · All-in £924.64', with one amount per currency. */
function holdsSummary(holds: readonly WireHold[]): string {
  const amounts = addTotals(holds.map(holdTotals)).map(({ total }) => `All-in ${formatMoney(total)}`)
  return [formatTickets(basketOf(holds).tickets), ...amounts].join(' · ')
}

function matches(hold: WireHold, search: string): boolean {
  const { event, held_by: holder, internal_note: note } = hold
  return matchesText(search, {
    title: event.title,
    detail: [event.city, seatsText(hold), clientText(hold), holder?.name, note].join(' '),
  })
}

function HoldCard({ hold, children }: { hold: WireHold; children: ReactNode }) {
  return (
    <>
      <p className="flex justify-between gap-4">
        <span className="min-w-0">{seatsText(hold)}</span>
        <span className="tabular font-semibold">{formatMoney(holdTotals(hold).total)}</span>
      </p>
      <p className="text-muted">
        {[eventDay(hold), formatTickets(hold.quantity), clientText(hold), holderText(hold)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="flex items-center justify-between gap-3">
        <HoldTimeLeft hold={hold} />
        {children}
      </div>
    </>
  )
}

function NothingHeld() {
  return (
    <EmptyState
      icon={<TimerIcon />}
      title="No tickets held"
      message="What your team holds appears here, with who holds it and for how long."
      action={
        <Link to="/search" className={buttonClass('primary')}>
          Find an event
        </Link>
      }
    />
  )
}
