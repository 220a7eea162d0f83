import { ordersRoutes } from '@terrace/contracts/orders'
import type { WireTicketDelivery } from '@terrace/contracts/ticket-deliveries'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { DownloadIcon, ExternalLinkIcon } from '#web/ui/icons.ts'
import { openTicketLink, viewTicket, saveTicket, viewableType } from './ticket-file.ts'
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
  const [blockedLink, setBlockedLink] = useState<string>()
  const opening = useSubmit<undefined>(async () => {
    setBlockedLink(await openTicketLink(ticket))
    await refreshDownloads()
  })
  const error = viewing.error ?? saving.error ?? opening.error
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-medium">{ticketText(ticket)}</p>
          <p className="text-xs break-words text-muted">{ticketDetails(ticket)}</p>
        </div>
        <span className="flex gap-1.5">
          <TicketActions ticket={ticket} viewing={viewing} saving={saving} opening={opening} />
        </span>
      </div>
      {blockedLink !== undefined && (
        <p role="status" className="mt-1 text-xs">
          Your browser blocked the new tab.{' '}
          <a href={blockedLink} target="_blank" rel="noopener noreferrer">
            Open {ticket.site}
          </a>
        </p>
      )}
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
  opening: TicketRequest
}

function TicketActions({ ticket, viewing, saving, opening }: TicketActionsProps) {
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
      return (
        <Button
          size="sm"
          aria-label={`Open link of ${name}`}
          isPending={opening.isPending}
          icon={<ExternalLinkIcon aria-hidden className="size-4" />}
          onPress={() => void opening.run(undefined)}
        >
          Open link
        </Button>
      )
    default:
      return ticket.reference === null ? null : (
        <CopyButton text={ticket.reference} label={`Copy reference of ${name}`} />
      )
  }
}

function ticketDetails({ kind, name, size, site, reference, downloads }: WireTicketDelivery): string {
  switch (kind) {
    case 'file':
      return [name, size !== null && sizeText(size), timesText(downloads, 'downloaded')]
        .filter((part) => part !== null && part !== false)
        .join(' · ')
    case 'mobile_link':
      return ['Mobile link', site, timesText(downloads, 'opened')].filter((part) => part !== null).join(' · ')
    case 'transfer':
      return `Transfer reference ${reference ?? 'pending'}`
    default:
      return `Tracking number ${reference ?? 'pending'}`
  }
}

function timesText(count: number, verb: string): string {
  if (count === 0) return `not ${verb} yet`
  return count === 1 ? `${verb} once` : `${verb} ${count} times`
}
