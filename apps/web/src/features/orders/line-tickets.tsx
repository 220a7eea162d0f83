import { ordersRoutes } from '@terrace/contracts/orders'
import type { WireTicket } from '@terrace/contracts/tickets'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '#web/lib/api-error.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DownloadIcon, ExternalLinkIcon } from '#web/ui/icons.ts'
import { viewTicket, saveTicket, viewableType } from './fetch-ticket.ts'
import { sizeText, ticketText } from './order-texts.ts'

/** What was delivered, each with the way to it (product.md §6). */
export function LineTickets({ tickets }: { tickets: readonly WireTicket[] }) {
  if (tickets.length === 0) return null
  return (
    <ul aria-label="Tickets" className="divide-y divide-line rounded bg-sunken px-3">
      {tickets.map((ticket) => (
        <TicketRow key={ticket.id} ticket={ticket} />
      ))}
    </ul>
  )
}

function TicketRow({ ticket }: { ticket: WireTicket }) {
  const queryClient = useQueryClient()
  // It counts how often they were fetched.
  const recount = () => queryClient.invalidateQueries({ queryKey: [ordersRoutes.one.name] })
  const viewing = useSubmit<undefined>(() => viewTicket(ticket).then(recount))
  const saving = useSubmit<undefined>(() => saveTicket(ticket).then(recount))
  const error = viewing.error ?? saving.error
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-medium">{ticketText(ticket)}</p>
          <p className="text-xs break-words text-muted">{about(ticket)}</p>
        </div>
        <span className="flex gap-1.5">
          <Ways ticket={ticket} viewing={viewing} saving={saving} />
        </span>
      </div>
      {error !== null && (
        <p role="alert" className="mt-1 text-xs font-medium text-danger">
          {errorText(error)}
        </p>
      )}
    </li>
  )
}

type Fetching = ReturnType<typeof useSubmit<undefined>>

interface WaysProps {
  ticket: WireTicket
  viewing: Fetching
  saving: Fetching
}

function Ways({ ticket, viewing, saving }: WaysProps) {
  const name = ticketText(ticket).toLowerCase()
  const saveText = viewableType(ticket) === null ? 'Wallet pass' : 'Download'
  switch (ticket.kind) {
    case 'file':
      return (
        <>
          {viewableType(ticket) !== null && (
            <Button
              size="sm"
              aria-label={`Open ${name}`}
              isPending={viewing.isPending}
              onPress={() => void viewing.run(undefined)}
            >
              Open
            </Button>
          )}
          <Button
            size="sm"
            aria-label={`${saveText} ${name}`}
            isPending={saving.isPending}
            icon={<DownloadIcon aria-hidden className="size-4" />}
            onPress={() => void saving.run(undefined)}
          >
            {saveText}
          </Button>
        </>
      )
    case 'mobile_link':
      // The wire says https; a link of another kind would run in this page.
      return ticket.url?.startsWith('https://') ? (
        <a
          href={ticket.url}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('secondary', 'sm')}
        >
          <ExternalLinkIcon aria-hidden className="size-4" />
          Open link
        </a>
      ) : null
    default:
      return ticket.reference === null ? null : (
        <CopyButton text={ticket.reference} label={`Copy the reference of ${name}`} />
      )
  }
}

function about({ kind, name, size, url, reference, downloads }: WireTicket): string {
  switch (kind) {
    case 'file': {
      const opened =
        downloads === 0 ? 'not opened yet' : downloads === 1 ? 'opened once' : `opened ${downloads} times`
      return [name, size !== null && sizeText(size), opened]
        .filter((part) => part !== null && part !== false)
        .join(' · ')
    }
    case 'mobile_link':
      return url === null ? 'Mobile link' : `Mobile link · ${URL.parse(url)?.hostname ?? url}`
    case 'transfer':
      return `Transfer reference ${reference ?? 'to come'}`
    default:
      return `Tracking number ${reference ?? 'to come'}`
  }
}
