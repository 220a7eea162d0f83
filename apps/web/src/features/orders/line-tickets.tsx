import { ordersRoutes } from '@terrace/contracts/orders'
import type { WireTicketDelivery } from '@terrace/contracts/tickets'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '#web/lib/http/api-error.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { DownloadIcon, ExternalLinkIcon } from '#web/ui/icons.ts'
import { viewTicket, saveTicket, viewableType } from './ticket-file.ts'
import { sizeText } from '#web/lib/format/file-size.ts'
import { ticketText } from './order-texts.ts'

/** The delivered tickets of a line, each with its action (product.md §6). */
export function LineTickets({ tickets }: { tickets: readonly WireTicketDelivery[] }) {
  if (tickets.length === 0) return null
  return (
    <ul aria-label="Tickets" className="divide-y divide-line rounded bg-sunken px-3">
      {tickets.map((ticket) => (
        <TicketRow key={ticket.id} ticket={ticket} />
      ))}
    </ul>
  )
}

function TicketRow({ ticket }: { ticket: WireTicketDelivery }) {
  const queryClient = useQueryClient()
  // The order shows how often each ticket was downloaded.
  const refreshDownloads = () => queryClient.invalidateQueries({ queryKey: [ordersRoutes.one.name] })
  const viewing = useSubmit<undefined>(() => viewTicket(ticket).then(refreshDownloads))
  const saving = useSubmit<undefined>(() => saveTicket(ticket).then(refreshDownloads))
  const error = viewing.error ?? saving.error
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-medium">{ticketText(ticket)}</p>
          <p className="text-xs break-words text-muted">{ticketDetails(ticket)}</p>
        </div>
        <span className="flex gap-1.5">
          <TicketActions ticket={ticket} viewing={viewing} saving={saving} />
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

type TicketRequest = ReturnType<typeof useSubmit<undefined>>

interface TicketActionsProps {
  ticket: WireTicketDelivery
  viewing: TicketRequest
  saving: TicketRequest
}

function TicketActions({ ticket, viewing, saving }: TicketActionsProps) {
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
      // Allow `https` only: a `javascript:` link would run in this page.
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
        <CopyButton text={ticket.reference} label={`Copy reference of ${name}`} />
      )
  }
}

function ticketDetails({ kind, name, size, url, reference, downloads }: WireTicketDelivery): string {
  switch (kind) {
    case 'file': {
      const opened =
        downloads === 0
          ? 'not downloaded yet'
          : downloads === 1
            ? 'downloaded once'
            : `downloaded ${downloads} times`
      return [name, size !== null && sizeText(size), opened]
        .filter((part) => part !== null && part !== false)
        .join(' · ')
    }
    case 'mobile_link':
      return url === null ? 'Mobile link' : `Mobile link · ${URL.parse(url)?.hostname ?? url}`
    case 'transfer':
      return `Transfer reference ${reference ?? 'pending'}`
    default:
      return `Tracking number ${reference ?? 'pending'}`
  }
}
