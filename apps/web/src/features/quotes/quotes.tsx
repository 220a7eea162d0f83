import { eventDateText } from '#web/lib/format/event-date-text.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { quoteStatuses } from '@terrace/domain/lifecycles/quote-lifecycle'
import { useState, type ReactNode } from 'react'
import { StatusDropdown } from '#web/ui/controls/status-dropdown.tsx'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import { pagedList } from '#web/ui/data-table/list-query.ts'
import type { FilteredTable, RenderItemLink } from '#web/ui/data-table/filtered-table.ts'
import type { TableColumn } from '#web/ui/data-table/table-column.ts'
import { TableAlert } from '#web/ui/data-table/table-alert.tsx'
import { TableList } from '#web/ui/data-table/table-list.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { quoteColumns } from './list/quote-columns.tsx'
import { emptyQuoteFilter, isFiltered, type QuoteFilter } from './list/quote-filter.ts'
import { quotesQuery } from './queries.ts'
import { SignedRange } from './signed-range.tsx'
import {
  clientTotalText,
  isQuoteOpen,
  marginSpan,
  statusTones,
  ticketsText,
  totalsSpan,
  viewsText,
} from './quote-texts.ts'
import { TimeLeft } from './time-left.tsx'

const statuses = quoteStatuses.map((status) => ({ id: status, name: status, tone: statusTones[status] }))

const loadBulkActions = async () => ({
  default: (await import('./list/quote-bulk-actions.tsx')).QuoteBulkActions,
})
const loadSendDialog = async () => ({ default: (await import('./share/send-dialog.tsx')).SendDialog })
const loadNoQuotes = async () => ({ default: (await import('./list/no-quotes.tsx')).NoQuotes })
const loadClientFilter = async () => ({
  default: (await import('#web/features/clients/client-filter.tsx')).ClientFilter,
})

interface QuotesProps {
  table: FilteredTable<QuoteFilter>
  renderItemLink: RenderItemLink
}

/** The team's quotes as a table, with search and status filters (product.md §7). */
export function Quotes({ table, renderItemLink }: QuotesProps) {
  const { filter, onFilter, ...layout } = table
  const options = quotesQuery(filter, table.layout.sort)
  const query = useInfiniteQuery(options)
  const [sending, setSending] = useState<{ quoteId: string; isOpen: boolean } | null>(null)
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const columns = allQuoteColumns(send)

  function send(quoteId: string) {
    setMessage('')
    setSending({ quoteId, isOpen: true })
  }

  return (
    <>
      <TableList
        list={pagedList(query, options.queryKey)}
        entity="quote"
        entities="quotes"
        label="Quotes"
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ client_name, title }) => `quote ${client_name ?? title}`}
        {...layout}
        renderLink={({ id }, props) => renderItemLink(id, props)}
        renderCard={(quote, tabIndex) => (
          <QuoteCard quote={quote}>
            <SendButton quote={quote} tabIndex={tabIndex} onPress={() => send(quote.id)} />
          </QuoteCard>
        )}
        search={{
          label: 'Search quotes',
          placeholder: 'Title, client, reference or event',
          text: filter.search,
          onChange: (search) => onFilter({ ...filter, search }),
        }}
        filters={[
          {
            id: 'status',
            title: 'Status',
            width: 168,
            isSet: filter.status !== null,
            control: (
              <StatusDropdown
                label="Status"
                statuses={statuses}
                value={filter.status}
                onChange={(status) => onFilter({ ...filter, status })}
              />
            ),
          },
          {
            id: 'client',
            title: 'Client',
            isSet: filter.clientId !== null,
            control: (
              <LazyPart
                load={loadClientFilter}
                props={{
                  clientId: filter.clientId,
                  onChange: (clientId: string | null) => onFilter({ ...filter, clientId }),
                }}
              />
            ),
          },
        ]}
        onClear={isFiltered(filter) ? () => onFilter(emptyQuoteFilter) : undefined}
        noMatchText="No quotes match these filters."
        emptyState={<LazyPart load={loadNoQuotes} props={{}} />}
        renderBulkActions={(quotes, clear) => (
          <LazyPart
            load={loadBulkActions}
            props={{
              quotes,
              onSent: (count: number) => {
                clear()
                setMessage(count === 1 ? 'Quote sent' : `${count} quotes sent`)
              },
              onWithdrawn: clear,
              onProblem(reason: string | null) {
                setMessage('')
                setProblem(reason)
              },
            }}
          />
        )}
        notice={
          <>
            <p
              role="status"
              className="border-b border-line bg-ok-soft px-4 py-2 text-xs text-ok empty:hidden"
            >
              {message}
            </p>
            {problem !== null && <TableAlert text={problem} />}
          </>
        }
      />
      {sending && (
        <LazyPart
          key={sending.quoteId}
          load={loadSendDialog}
          props={{
            ...sending,
            onClose: () => setSending({ ...sending, isOpen: false }),
            onSent: (email: string) => setMessage(`Quote sent to ${email}`),
          }}
        />
      )}
    </>
  )
}

function allQuoteColumns(onSend: (quoteId: string) => void): readonly TableColumn<WireQuote>[] {
  return [
    ...quoteColumns,
    {
      id: 'send',
      title: 'Send',
      width: 44,
      isAction: true,
      cell: (quote, tabIndex) => (
        <SendButton quote={quote} tabIndex={tabIndex} onPress={() => onSend(quote.id)} />
      ),
    },
  ]
}

/** Sends the quote's link, also again. Only open quotes can be sent. */
function SendButton({
  quote,
  tabIndex,
  onPress,
}: {
  quote: WireQuote
  tabIndex: 0 | -1
  onPress: () => void
}) {
  if (!isQuoteOpen(quote) || quote.link === null) return null
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={`Send quote ${quote.client_name ?? quote.title}`}
      onClick={onPress}
      className="h-7 rounded px-1.5 font-semibold text-accent hover:bg-ink/6 max-sm:h-10"
    >
      Send
    </button>
  )
}

function QuoteCard({ quote, children }: { quote: WireQuote; children: ReactNode }) {
  const { event, status, views } = quote
  const totals = totalsSpan(quote)
  return (
    <>
      <p className="flex justify-between gap-4">
        <span className="min-w-0 text-muted">{event.title}</span>
        <span className="tabular text-right font-semibold whitespace-nowrap">
          {totals ? clientTotalText(totals) : 'Whole event'}
        </span>
      </p>
      <p className="tabular text-muted">
        {eventDateText(event).split(',')[0]}
        {totals && (
          <>
            {' '}
            · {ticketsText(totals)} · Margin <SignedRange {...marginSpan(totals)} />
          </>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-0.5">
        <StatusPill tone={statusTones[status]}>{status}</StatusPill>
        <span className="text-muted">{viewsText(views)}</span>
        <span className="ml-auto">
          <TimeLeft quote={quote} />
        </span>
        {children}
      </p>
    </>
  )
}
