import type { WireCalendarFeed, WireCreatedFeed } from '@terrace/contracts/calendars'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { CalendarAddress } from './calendar-address.tsx'
import { useReplaceCalendar, useRevokeCalendar } from './calendar-queries.ts'

interface CalendarRowProps {
  calendar: WireCalendarFeed
  /** Known only until the page is left. */
  address: string | undefined
  onReplaced: (created: WireCreatedFeed) => void
}

const questions = {
  replace: {
    title: 'Create a new address?',
    message: 'Calendar apps that use the present address stop updating until you give them the new one.',
    confirmLabel: 'Create new address',
    tone: 'primary',
  },
  revoke: {
    title: 'Revoke this address?',
    message: 'Calendar apps that use it can’t read this calendar any more.',
    confirmLabel: 'Revoke',
    tone: 'danger',
  },
} as const

export function CalendarRow({ calendar, address, onReplaced }: CalendarRowProps) {
  const { id, title, kind, slug } = calendar
  const [question, setQuestion] = useState<keyof typeof questions>('revoke')
  const [isConfirming, setConfirming] = useState(false)
  const replace = useReplaceCalendar(onReplaced)
  const revoke = useRevokeCalendar()
  const error = replace.error ?? revoke.error
  function ask(about: keyof typeof questions) {
    setQuestion(about)
    setConfirming(true)
  }
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium [overflow-wrap:anywhere]">
            {slug === null ? (
              title
            ) : (
              <Link
                to="/$type/$name"
                params={{ type: kind, name: slug }}
                className="rounded-sm hover:underline"
              >
                {title}
              </Link>
            )}
          </p>
          <p className="tabular mt-0.5 text-xs text-muted">{usageText(calendar)}</p>
        </div>
        <div className="flex gap-2 max-sm:w-full">
          <Button
            size="sm"
            aria-label={`New address for ${title}`}
            isPending={replace.isPending}
            onPress={() => ask('replace')}
          >
            New address
          </Button>
          <Button
            size="sm"
            aria-label={`Revoke ${title}`}
            isPending={revoke.isPending}
            onPress={() => ask('revoke')}
          >
            Revoke
          </Button>
        </div>
      </div>
      {address !== undefined && (
        <div className="mt-3">
          <CalendarAddress path={address} title={title} />
        </div>
      )}
      {error && (
        <div className="mt-2">
          <ActionError error={error} />
        </div>
      )}
      <ConfirmDialog
        {...questions[question]}
        isOpen={isConfirming}
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          if (question === 'replace') replace.mutate(id)
          else revoke.mutate(id)
        }}
      />
    </li>
  )
}

function usageText({ created_at: created, fetched_at: fetched }: WireCalendarFeed): string {
  const use = fetched === null ? 'not read yet' : `last read ${inViewerTimeZone(fetched)}`
  return `Created ${inViewerTimeZone(created)} · ${use}`
}
